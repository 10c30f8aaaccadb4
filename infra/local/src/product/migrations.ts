import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import type { Environments } from '../data-dir/environment-file.ts';
import { SettingsError, settingsExitCode } from '../settings/settings.ts';
import { childEnvironment } from './child-environment.ts';
import type { ServiceName } from './topology.ts';

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
