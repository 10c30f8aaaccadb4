import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ballast = 'ballast';

/** A folder on a small disk of its own, in memory, that can be filled to the last byte. */
export class Volume {
  readonly folder: string;
  /** Null when this machine lets nobody make such a disk; then it is a folder like any other. */
  readonly #limited: boolean;

  constructor(folder: string, megabytes: number) {
    this.folder = folder;
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

  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    const path = join(this.folder, ballast);
    // Allocated, not written: what is asked for beyond the end is refused, so the rest goes in small pieces.
    spawnSync('fallocate', ['-l', String(bavail * bsize), path]);
    const rest = statfsSync(this.folder);
    if (rest.bavail > 0) {
      try {
        writeFileSync(`${path}-rest`, Buffer.alloc(rest.bavail * rest.bsize));
      } catch {
        // It is full now.
      }
    }
  }

  free(): void {
    for (const name of [ballast, `${ballast}-rest`]) rmSync(join(this.folder, name), { force: true });
  }

  dispose(): void {
    if (this.#limited) spawnSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
