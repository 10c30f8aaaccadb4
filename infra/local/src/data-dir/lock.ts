import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from '@nightshelf/servers/process/server-process.ts';
import { Refusal } from '@nightshelf/servers/process/tools.ts';

/** Another running process holds the lock. */
export class LockHeld extends Error {
  override name = 'LockHeld';
  readonly pid: number;

  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Takes a lock for this process, replacing a lock whose process is gone.
 * @returns releases the lock
 * @throws LockHeld
 */
export function takeLock(path: string): () => void {
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
    if (holder) throw new LockHeld(path, holder.pid);
    takeAway(path);
  }
}

/** Locks the data folder for this launcher. @throws Refusal when another launcher uses it */
export function lockDataDir(dataDir: string): () => void {
  try {
    return takeLock(lockOf(dataDir));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new Refusal(
      `Another launcher (process ${error.pid}) uses ${dataDir}. Stop that one, or set DATA_DIR to another folder.`,
    );
  }
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
