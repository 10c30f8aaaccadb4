import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns where a program of one of these names is on the PATH, null when there is none */
export function findProgram(...names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * Installs packages of Debian or Ubuntu.
 * @returns false when this is another system, the user is not root, or apt failed
 */
export function aptInstall(...packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get.`);
  const apt = (...args: readonly string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  // Without fresh lists a machine that has never run apt finds nothing; with old ones a package may be gone.
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
