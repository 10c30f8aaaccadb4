import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import type { Environments } from '../data-dir/environment-file.ts';
import { SettingsError, settingsExitCode } from '../settings/settings.ts';
import { childEnvironment } from './child-environment.ts';
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
  const pending = [...services];
  const work = async () => {
    for (let service = pending.shift(); service; service = pending.shift()) {
      const name = service;
      const { code, output } = await runNode({
        cwd: root,
        env: childEnvironment(root, environments[name] ?? {}),
        args: [entryOf(name), 'migrate'],
        onLine: (line) => onLine(name, line),
      });
      if (code === settingsExitCode) throw new SettingsError(`${name}: ${output}`);
      if (code !== 0) throw new Refusal(`The database of ${name} could not be migrated:\n${output}`);
      onMigrated?.(name);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
}

interface NodeRun {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly onLine: (line: string) => void;
}

/** Runs Node until it exits. @returns its exit code and its output */
async function runNode({ cwd, env, args, onLine }: NodeRun): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine(line);
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  return { code, output: lines.join('\n') };
}
