import { readFileSync } from 'node:fs';
import type { RunningProduct } from '@nightshelf/local/product/start-product.ts';

/** Samples the resident memory of every process of the product. */
export class Memory {
  readonly #product: RunningProduct;
  readonly #samples = new Map<string, number[]>();

  constructor(product: RunningProduct) {
    this.#product = product;
    this.sample();
  }

  sample(): void {
    for (const [name, { child }] of this.#product.processes) {
      const samples = this.#samples.get(name) ?? [];
      samples.push(residentMegabytes(child.pid));
      this.#samples.set(name, samples);
    }
  }

  /** @returns a table in Markdown, in MB */
  table(): string {
    const lines = [...this.#samples].map(([name, samples]) => {
      const [first = 0] = samples;
      return `| ${name} | ${first} | ${Math.max(...samples)} | ${samples.at(-1)} |`;
    });
    return ['| memory, MB | first | most | last |', '|---|---|---|---|', ...lines].join('\n');
  }
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
