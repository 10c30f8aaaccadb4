import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

/** What processes say, a file for each. */
export class Logs {
  readonly #folder: string;
  readonly #files = new Map<string, WriteStream>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  write(name: string, line: string): void {
    let file = this.#files.get(name);
    if (!file) {
      file = createWriteStream(join(this.#folder, `${name}.log`));
      this.#files.set(name, file);
    }
    file.write(`${new Date().toISOString()} ${line}\n`);
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#files.values()].map((file) => new Promise<void>((resolve) => file.end(() => resolve()))),
    );
  }
}
