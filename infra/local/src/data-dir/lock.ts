import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from '@nightshelf/servers/process/server-process.ts';
import { Refusal } from '@nightshelf/servers/process/tools.ts';

/**
 * Takes a lock for this process, replacing a lock whose process is gone.
 * @returns a function that releases the lock, or the id of the running process that holds it
 */
export function takeLock(path: string): (() => void) | number {
  mkdirSync(dirname(path), { recursive: true });
  const self = JSON.stringify(identify(process.pid));
  for (;;) {
    try {
      writeFileSync(path, self, { flag: 'wx', mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder) return holder.pid;
    takeAway(path);
  }
}

/** Locks the data folder for this launcher. @throws Refusal when another launcher uses it */
export function lockDataDir(dataDir: string): () => void {
  const taken = takeLock(lockOf(dataDir));
  if (typeof taken !== 'number') return taken;
  throw new Refusal(
    `Another launcher (process ${taken}) uses ${dataDir}. Stop that one, or set DATA_DIR to another folder.`,
  );
}

export const isDataDirLocked = (dataDir: string) => holderOf(lockOf(dataDir)) !== null;

const lockOf = (dataDir: string) => join(dataDir, 'launcher.lock');

/** @returns the running process that holds the lock, or null */
function holderOf(path: string): ProcessIdentity | null {
  try {
    const holder: ProcessIdentity = JSON.parse(readFileSync(path, 'utf8'));
    return isRunning(holder) ? holder : null;
  } catch {
    return null;
  }
}

/** Renames the file: of two processes that find the same stale lock, only one can succeed. */
function takeAway(path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    rmSync(aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
