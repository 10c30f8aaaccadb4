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
  const deck = kinds.flatMap((kind) =>
    Array.from({ length: Math.max(1, Math.floor((kind.weight / weights) * faults)) }, () => kind),
  );
  const heaviest = [...kinds].sort((a, b) => b.weight - a.weight);
  for (let turn = 0; deck.length < faults; turn += 1) {
    const kind = heaviest[turn % heaviest.length];
    if (!kind) break;
    deck.push(kind);
  }
  return deck.slice(0, faults);
}
