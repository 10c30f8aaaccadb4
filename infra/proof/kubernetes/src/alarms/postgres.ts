import type { Cluster } from '../cluster/cluster.ts';
import { sql, sqlIn, standbys } from '../cluster/data-tier.ts';
import { again, type Provocation } from './provocation.ts';

const fenced = (cluster: Cluster, instances: readonly string[]) =>
  cluster.kubectl([
    ...['annotate', 'cluster', 'postgres', '--overwrite'],
    instances.length === 0 ? 'cnpg.io/fencedInstances-' : `cnpg.io/fencedInstances=${JSON.stringify(instances)}`,
  ]);

/** Has a change on its way to the archive now rather than when a segment is full. */
const switched = (cluster: Cluster) =>
  sql(cluster, 'postgres', "select pg_logical_emit_message(true, 'alarms', 'a change')", 'select pg_switch_wal()');

const backup = (cluster: Cluster) =>
  cluster.kubectl(
    ['create', '-f', '-'],
    JSON.stringify({
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Backup',
      metadata: { generateName: 'alarms-' },
      spec: {
        cluster: { name: 'postgres' },
        method: 'plugin',
        pluginConfiguration: { name: 'barman-cloud.cloudnative-pg.io' },
      },
    }),
  );

const operators = (cluster: Cluster, replicas: number) =>
  cluster.within('cnpg-system').kubectl(['scale', 'deployment', 'cnpg-controller-manager', `--replicas=${replicas}`]);

const bucket = (cluster: Cluster, replicas: number) =>
  cluster.within('object-store').kubectl(['scale', 'deployment', '--all', `--replicas=${replicas}`]);

export const postgres: readonly Provocation[] = [
  {
    name: 'one standby is fenced off',
    fires: ['PostgresReplicaMissing'],
    begin: async ({ cluster }) => void (await fenced(cluster, (await standbys(cluster)).slice(0, 1))),
    end: async ({ cluster }) => void (await fenced(cluster, [])),
  },
  {
    name: 'both standbys are fenced off',
    fires: ['PostgresAlone'],
    begin: async ({ cluster }) => void (await fenced(cluster, await standbys(cluster))),
    end: async ({ cluster }) => void (await fenced(cluster, [])),
  },
  {
    name: 'a standby applies nothing',
    fires: ['PostgresReplicaBehind'],
    begin: async ({ cluster }) => {
      const [standby = ''] = await standbys(cluster);
      await sqlIn(cluster, standby, 'postgres', 'select pg_wal_replay_pause()');
    },
    end: async ({ cluster }) => {
      for (const each of await standbys(cluster))
        await sqlIn(cluster, each, 'postgres', 'select pg_wal_replay_resume()');
    },
  },
  {
    name: 'the operator is away',
    fires: ['PostgresUnattended'],
    begin: async ({ cluster }) => void (await operators(cluster, 0)),
    end: async ({ cluster }) => void (await operators(cluster, 2)),
  },
  {
    name: 'the bucket is away, for changes and for a backup',
    fires: ['ChangesNotArchived', 'BackupFailed'],
    begin: async ({ cluster, over }) => {
      await bucket(cluster, 0);
      await backup(cluster);
      again(over, 15_000, () => switched(cluster));
    },
    end: async ({ cluster }) => {
      await bucket(cluster, 1);
      await cluster.within('object-store').kubectl(['rollout', 'status', 'deployment', '--timeout=2m']);
      await switched(cluster);
      await backup(cluster);
    },
  },
  {
    name: 'no backup for longer than may be',
    fires: ['BackupOld'],
    begin: async () => {},
    end: async ({ cluster }) => void (await backup(cluster)),
  },
];
