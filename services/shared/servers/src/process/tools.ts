import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The reason why the launcher does not start, in words for its user; not a bug of the program. */
export class Refusal extends Error {
  override name = 'Refusal';
}

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
  // Without current lists apt may find no packages, or only removed versions.
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/** Returns whether a Docker engine responds; one that hangs counts as none. */
export function dockerAnswers(): boolean {
  if (!findProgram('docker')) return false;
  return spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 5000 }).status === 0;
}

/** Returns whether the engine has the image or can get it. */
export function dockerHasImage(image: string): boolean {
  if (spawnSync('docker', ['image', 'inspect', image], { stdio: 'ignore' }).status === 0) return true;
  return spawnSync('docker', ['pull', '--quiet', image], { stdio: 'ignore', timeout: 300_000 }).status === 0;
}

/** Returns the same name for the same server and data folder, so that a container left by a crash is found again. */
export function containerName(server: string, directory: string): string {
  return `nightshelf-${server}-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
}
