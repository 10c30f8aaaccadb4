import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns the path of a program with one of these names on the PATH, null when there is none */
export function findProgram(...names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * Installs packages of Debian or Ubuntu.
 * @returns false on another system, without root, or when apt failed
 */
export function aptInstall(...packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get.`);
  const apt = (...args: readonly string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  // Without fresh lists apt may find no packages, or only removed versions.
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
