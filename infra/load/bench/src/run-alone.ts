import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { Figure } from './bench.ts';
import { loadTurnBench } from './benches.ts';
import { presentState } from './compare/other-tree.ts';
import { turnIn } from './compare/turn-in.ts';
import { printFigures } from './report.ts';

/** Measures this checkout alone and prints its figures as Markdown. */
export async function runAlone(name: string, turns: number): Promise<void> {
  const { what } = await loadTurnBench(name);
  const taken: Figure[][] = [];
  while (taken.length < turns) taken.push(await turnIn(checkoutRoot, name));
  printFigures(name, what, presentState(), taken);
}
