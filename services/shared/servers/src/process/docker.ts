import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { findProgram } from './tools.ts';

const run = promisify(execFile);

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

/** Returns what a container needs beyond a process to be controlled like one. */
export function containerSteering(name: string, volume: string, throwAway: boolean) {
  return {
    beforeStart: () => void spawnSync('docker', ['rm', '--force', name], { stdio: 'ignore' }),
    deliver: async (signal: NodeJS.Signals) => {
      const args = { SIGSTOP: ['pause'], SIGCONT: ['unpause'] }[signal as string] ?? ['kill', '--signal', signal];
      // A container that has ended or was not paused needs nothing.
      await run('docker', [...args, name]).catch(() => {});
    },
    ...(throwAway
      ? { afterStop: () => void spawnSync('docker', ['volume', 'rm', '--force', volume], { stdio: 'ignore' }) }
      : {}),
  };
}
