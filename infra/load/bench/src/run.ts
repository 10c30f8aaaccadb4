import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { Figure } from './bench.ts';
import { loadBench } from './benches.ts';
import { presentState } from './compare/other-tree.ts';
import { turnIn } from './compare/turn-in.ts';
import { circumstances, figuresTable } from './report.ts';

/** Measures this checkout alone. @returns its figures as Markdown */
export async function run(name: string, turns: number): Promise<string> {
  const { what } = await loadBench(name);
  const taken: Figure[][] = [];
  while (taken.length < turns) taken.push(await turnIn(checkoutRoot, name));
  return `## ${name}\n\n${what}\n${circumstances(presentState(), turns)}\n\n${figuresTable(taken)}\n`;
}

/** Runs benches one after the other and writes docs/performance.md. */
export async function writePage(names: readonly string[], turns: number): Promise<void> {
  const sections: string[] = [];
  for (const name of names) {
    const section = await run(name, turns);
    console.log(`\n${section}`);
    sections.push(section);
  }
  const head =
    '# Performance\n\nWritten by `npm run bench -- page`. Medians, and between which values the middle half of the turns lies.';
  writeFileSync(join(checkoutRoot, 'docs', 'performance.md'), [head, ...sections].join('\n\n'));
}
