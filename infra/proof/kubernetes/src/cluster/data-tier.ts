import type { Cluster } from './cluster.ts';
import { named, type Pod, runningPods } from './pods.ts';

/** The pod of PostgreSQL's primary. */
export const primary = async (cluster: Cluster) =>
  named((await cluster.list<Pod>('pods', 'cnpg.io/cluster=postgres,cnpg.io/instanceRole=primary'))[0]);

/** The pods of its standbys. */
export const standbys = async (cluster: Cluster) =>
  (await cluster.list<Pod>('pods', 'cnpg.io/cluster=postgres,cnpg.io/instanceRole=replica')).map(named);

/** Runs statements one after the other in one session, as the superuser. @throws Error with psql's own words */
export async function sql(cluster: Cluster, database: string, ...statements: string[]): Promise<string> {
  return sqlIn(cluster, await primary(cluster), database, ...statements);
}

export function sqlIn(cluster: Cluster, pod: string, database: string, ...statements: string[]): Promise<string> {
  const commands = statements.flatMap((statement) => ['-c', statement]);
  const address = `dbname=${database} application_name=alarms`;
  return cluster.kubectl(['exec', pod, '-c', 'postgres', '--', 'psql', address, '-qAt', ...commands]);
}

const take = (tables: readonly string[]) => `lock table ${tables.join(', ')} in access exclusive mode`;

/** Takes tables for itself and keeps them until `unlock`. */
export async function lock(cluster: Cluster, database: string, ...tables: string[]): Promise<void> {
  // It ends as `unlock` ends its session.
  void sql(cluster, database, 'begin', take(tables), 'select pg_sleep(900)').catch(() => {});
}

/** Takes tables and lets them go again for a quarter of an hour, or until `unlock`; in one session, which a busy machine begins slowly. */
export function takeByTurns(
  cluster: Cluster,
  database: string,
  tables: readonly string[],
  { takenSeconds, freeSeconds }: { readonly takenSeconds: number; readonly freeSeconds: number },
): void {
  const turn = ['begin', take(tables), `select pg_sleep(${takenSeconds})`, 'commit', `select pg_sleep(${freeSeconds})`];
  const turns = Math.ceil(900 / (takenSeconds + freeSeconds));
  void sql(cluster, database, ...Array.from({ length: turns }, () => turn).flat()).catch(() => {});
}

export async function unlock(cluster: Cluster): Promise<void> {
  const others = "application_name = 'alarms' and pid <> pg_backend_pid()";
  await sql(cluster, 'postgres', `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
}

/** The pod of Redis' master, as a sentinel has it. */
export async function master(cluster: Cluster): Promise<string> {
  const ask = ['sh', '-c', '. /etc/redis/common.sh; ask localhost 26379 sentinel get-master-addr-by-name $name'];
  const { stdout } = await cluster.attempt(['exec', 'redis-0', '-c', 'redis', '--', ...ask]);
  return stdout.split('.')[0]?.trim() || 'redis-0';
}

/** Runs a command in a Redis. @returns what it answers */
export async function redis(cluster: Cluster, pod: string, ...command: string[]): Promise<string> {
  const ask = '. /etc/redis/common.sh; limit=30; ask localhost 6379 "$@"';
  return (await cluster.kubectl(['exec', pod, '-c', 'redis', '--', 'sh', '-c', ask, 'sh', ...command])).trim();
}

/** The pods of Kafka's brokers, whoever makes them, by their names. */
export const brokers = async (cluster: Cluster) =>
  (await runningPods(cluster, 'nightshelf.example/provides=kafka')).sort((one, other) =>
    named(one).localeCompare(named(other)),
  );

/** Changes settings of Kafka by its own program, beside a broker that speaks to all of them. */
export function kafkaConfig(cluster: Cluster, ...args: string[]): Promise<string> {
  const broker = ['--bootstrap-server', 'kafka-0.kafka-brokers.nightshelf.svc:9091'];
  const java = ['java', '-Xmx96m', '-cp', '/opt/kafka/libs/*', 'kafka.admin.ConfigCommand', ...broker];
  return cluster.kubectl([
    'exec',
    'kafka-0',
    '-c',
    'kafka',
    '--',
    ...java,
    '--command-config',
    '/tmp/client.properties',
    ...args,
  ]);
}

/** Does something as the services do it, in one of their processes. @param what an expression of kafkajs' `admin` */
export function kafkaAdmin(cluster: Cluster, what: string): Promise<string> {
  const script = `
    const { KAFKA_BROKERS, KAFKA_CA_FILE, KAFKA_SASL_MECHANISM: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = process.env;
    const ssl = { ca: [require('node:fs').readFileSync(KAFKA_CA_FILE)] };
    const { Kafka } = require('/app/node_modules/kafkajs');
    const admin = new Kafka({ brokers: KAFKA_BROKERS.split(','), ssl, sasl: { mechanism, username, password }, logLevel: 0 }).admin();
    admin.connect().then(() => ${what}).finally(() => admin.disconnect());`;
  return cluster.kubectl(['exec', 'deploy/library-worker', '-c', 'app', '--', 'node', '-e', script]);
}

/** Where a volume is, where nodes are processes of this machine. @param claim its PersistentVolumeClaim */
export async function folderOf(cluster: Cluster, claim: string): Promise<string> {
  const { spec } = await cluster.get<{ spec: { volumeName: string } }>('pvc', claim);
  return (await cluster.get<{ spec: { local: { path: string } } }>('pv', spec.volumeName)).spec.local.path;
}
