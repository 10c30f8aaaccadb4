import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createExtensions, databaseUrl } from '@nightshelf/servers';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import pg from 'pg';
import type { Environments } from '../data-dir/kept-files.ts';
import { SettingsError, settingsExitCode } from '../settings/settings.ts';
import { childEnvironment } from './processes.ts';
import type { ServiceName } from './topology.ts';

export interface DatabaseOptions {
  readonly services: readonly ServiceName[];
  readonly adminUrl: string;
  readonly passwordOf: (service: ServiceName) => string;
}

/** Gives each service a role and a database that only this role and the superuser can access. */
export async function ensureDatabases({ services, adminUrl, passwordOf }: DatabaseOptions): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('revoke connect on database postgres from public');
    for (const service of services) {
      const role = admin.escapeIdentifier(service);
      const { rowCount: hasRole } = await admin.query('select from pg_roles where rolname = $1', [service]);
      await admin.query(
        `${hasRole ? 'alter' : 'create'} role ${role} login password ${admin.escapeLiteral(passwordOf(service))}`,
      );
      const { rowCount: exists } = await admin.query('select from pg_database where datname = $1', [service]);
      if (exists) continue;
      await admin.query(`create database ${role} owner ${role}`);
      await admin.query(`revoke connect, temporary on database ${role} from public`);
    }
  } finally {
    await admin.end();
  }
  await Promise.all(services.map((service) => createExtensions(databaseUrl(adminUrl, service))));
}

export interface Migrator {
  /**
   * Migrates every service's database and ends the process.
   * @param onMigrated called for each service once its database is migrated
   * @throws SettingsError when a service reports wrong settings, Refusal when a migration fails
   */
  migrate(environments: Environments, onMigrated?: (service: ServiceName) => void): Promise<void>;
  stop(): void;
}

/** Starts one process for the migrations of all services, which loads their code while the servers start. */
export function startMigrator(root: string, onLine: (name: string, line: string) => void): Migrator {
  const child = fork(join(root, 'infra/local/src/commands/migrate-services.ts'), [root], {
    cwd: root,
    env: childEnvironment(root, {}),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In its own group, it does not receive a terminal's Ctrl-C: the launcher stops it.
    detached: true,
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        onLine('migrations', line);
      });
  }
  const closed = once(child, 'close');
  // Prevents an unhandled rejection when the start is canceled before `migrate`.
  closed.catch(() => undefined);
  return {
    migrate: async (environments, onMigrated) => {
      child.on('message', (service) => onMigrated?.(service as ServiceName));
      // A process that has ended reports why below.
      child.send(environments, () => undefined);
      const [code] = await closed;
      if (code === settingsExitCode) throw new SettingsError(lines.join('\n'));
      if (code !== 0) throw new Refusal(`The databases could not be migrated:\n${lines.join('\n')}`);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
