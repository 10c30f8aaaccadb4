import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { Figure } from '../bench.ts';
import { comparable } from '../benches.ts';
import { printComparison } from '../report.ts';
import { commitId, prepareOtherTree, presentState } from './other-tree.ts';
import { turnIn } from './turn-in.ts';
import { judge, type Verdict } from './verdict.ts';

/**
 * Measures another commit and this checkout in turns, in one run, and prints what differs, as Markdown. Both by the bench of
 * this checkout: it asks both for the same, and finds in an old one no more than its gateway, or its launcher.
 * @param names benches; all that can be compared when empty
 * @returns whether nothing has become worse
 */
export async function compare(commit: string, names: readonly string[], turns: number): Promise<boolean> {
  const id = commitId(commit);
  const other = prepareOtherTree(id);
  let isWorse = false;
  for (const name of names.length > 0 ? names : comparable) {
    const verdicts = await compareBench(name, other, turns);
    printComparison({ name, before: id, after: presentState(), turns, verdicts });
    isWorse ||= verdicts.some(({ judgement }) => judgement === 'worse');
  }
  return !isWorse;
}

async function compareBench(name: string, other: string, turns: number): Promise<Verdict[]> {
  const before: Figure[][] = [];
  const after: Figure[][] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    before.push(await turnIn(other, name));
    after.push(await turnIn(checkoutRoot, name));
  }
  return (after[0] ?? []).map((figure) => judge(figure, valuesOf(figure, before), valuesOf(figure, after)));
}

const valuesOf = ({ name }: Figure, turns: readonly Figure[][]) =>
  turns.map((figures) => figures.find((figure) => figure.name === name)?.value ?? Number.NaN);
