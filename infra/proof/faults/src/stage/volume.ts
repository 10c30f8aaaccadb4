import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A folder on a disk of its own, in memory, that can be made as small as what it holds. */
export class Volume {
  readonly folder: string;
  readonly #megabytes: number;
  /** False when this machine lets nobody make such a disk; then it is a folder like any other. */
  readonly #limited: boolean;

  constructor(folder: string, megabytes: number) {
    this.folder = folder;
    this.#megabytes = megabytes;
    mkdirSync(folder, { recursive: true });
    const mount = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'nightshelf-drill', folder];
    this.#limited = process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('mount', mount).status === 0;
    // Root's PostgreSQL runs as another user, who has to pass through.
    chmodSync(folder, 0o711);
  }

  /** Why it cannot be filled; null when it can. */
  get missing(): string | null {
    return this.#limited ? null : 'a disk of its own needs Linux, root and the right to mount';
  }

  /** From now on not a block more can be written. */
  async fill(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { blocks, bfree, bsize } = statfsSync(this.folder);
      try {
        return await this.#resize(String((blocks - bfree) * bsize));
      } catch (error) {
        // Somebody has written meanwhile, and a disk cannot become smaller than what it holds.
        if (attempt === 20) throw error;
      }
    }
  }

  free(): Promise<void> {
    return this.#resize(`${this.#megabytes}m`);
  }

  dispose(): void {
    if (this.#limited) spawnSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #resize(size: string): Promise<void> {
    if (this.#limited) await run('mount', ['-o', `remount,size=${size}`, this.folder]);
  }
}
