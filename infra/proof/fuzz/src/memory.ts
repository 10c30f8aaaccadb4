import { readFileSync } from 'node:fs';
import type { RunningProduct } from '@nightshelf/local/product/start-product.ts';

/** Resident memory of every process of the product, looked at again and again. */
export class Memory {
  readonly #product: RunningProduct;
  readonly #looks = new Map<string, number[]>();

  constructor(product: RunningProduct) {
    this.#product = product;
    this.look();
  }

  look(): void {
    for (const [name, { child }] of this.#product.processes) {
      const looks = this.#looks.get(name) ?? [];
      looks.push(residentMegabytes(child.pid));
      this.#looks.set(name, looks);
    }
  }

  /** @returns a table in Markdown, in MB */
  table(): string {
    const lines = [...this.#looks].map(([name, looks]) => {
      const [first = 0] = looks;
      return `| ${name} | ${first} | ${Math.max(...looks)} | ${looks.at(-1)} |`;
    });
    return ['| memory, MB | at first | most | at last |', '|---|---|---|---|', ...lines].join('\n');
  }
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
