import { availableParallelism } from 'node:os';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import type { Environments } from '../data-dir/environment-file.ts';
import { SettingsError, settingsExitCode } from '../settings/settings.ts';
import { childEnvironment } from './child-environment.ts';
import { runNode } from './run-node.ts';
import { entryOf, type ServiceName } from './topology.ts';

export interface MigrationOptions {
  readonly services: readonly ServiceName[];
  readonly root: string;
  readonly environments: Environments;
  readonly onLine: (name: string, line: string) => void;
  /** Called for each service once its database is migrated. */
  readonly onMigrated?: (service: ServiceName) => void;
}

/**
 * Migrates every service's database, as many in parallel as there are cores.
 * @throws SettingsError when a service reports wrong settings, Refusal when a migration fails
 */
export async function migrateDatabases(options: MigrationOptions): Promise<void> {
  const { services, root, environments, onLine, onMigrated } = options;
  const waiting = [...services];
  const work = async () => {
    for (let service = waiting.shift(); service; service = waiting.shift()) {
      const name = service;
      const { code, said } = await runNode({
        cwd: root,
        env: childEnvironment(root, environments[name] ?? {}),
        args: [entryOf(name), 'migrate'],
        onLine: (line) => onLine(name, line),
      });
      if (code === settingsExitCode) throw new SettingsError(`${name}: ${said}`);
      if (code !== 0) throw new Refusal(`The database of ${name} could not be migrated:\n${said}`);
      onMigrated?.(name);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
}
