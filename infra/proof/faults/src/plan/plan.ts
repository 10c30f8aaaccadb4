import type { Fault, FaultKind } from './fault.ts';
import { Random } from './random.ts';

export interface PlanOptions {
  readonly seed: number;
  readonly faults: number;
  readonly kinds: readonly FaultKind[];
}

/** Milliseconds from one fault to the next, drawn evenly. */
const gap = { least: 600, most: 3800 };

/** How many faults are drawn at the same place in time as the one before. */
const together = 0.12;

/**
 * The faults of a seed in their order. Every kind comes up at least once where there is room, and as often as its weight
 * says otherwise.
 */
export function makePlan({ seed, faults, kinds }: PlanOptions): Fault[] {
  const random = new Random(seed);
  const deck = random.shuffled(deckOf(faults, kinds));
  return deck.map((kind, index) => ({
    number: index + 1,
    kind: kind.kind,
    ...kind.draw(random),
    gapMs: random.chance(together) ? 0 : random.whole(gap.least, gap.most),
  }));
}

function deckOf(faults: number, kinds: readonly FaultKind[]): FaultKind[] {
  const weights = kinds.reduce((total, { weight }) => total + weight, 0);
  const heaviest = [...kinds].sort((a, b) => b.weight - a.weight);
  const counts = new Map(heaviest.map((kind) => [kind, Math.max(1, Math.floor((kind.weight / weights) * faults))]));
  const total = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  // What is over or short by rounding is the heaviest ones' share, of which there are most.
  for (let turn = 0; total() !== faults && kinds.length > 0; turn += 1) {
    const kind = heaviest[turn % heaviest.length];
    if (!kind) break;
    const count = counts.get(kind) ?? 0;
    if (total() < faults) counts.set(kind, count + 1);
    else if (count > 1 || turn >= faults + kinds.length) counts.set(kind, Math.max(0, count - 1));
  }
  return [...counts].flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
}
