import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankBetween, rankGap } from './order.ts';

/** A list that counts its writes, like the database stores it. */
class RankedList {
  ranks = new Map<number, number>();
  written = 0;
  dealt = 0;

  get order(): number[] {
    return [...this.ranks].sort(([, a], [, b]) => a - b).map(([game]) => game);
  }

  add(game: number): void {
    this.#write(game, rankBetween(Math.max(0, ...this.ranks.values()), null));
  }

  move(game: number, place: 'before' | 'after', neighbour: number): void {
    const others = this.order.filter((other) => other !== game);
    const at = others.indexOf(neighbour) + (place === 'after' ? 1 : 0);
    const [before, after] = [others[at - 1], others[at]].map((other) => (other && this.ranks.get(other)) ?? null);
    const rank = rankBetween(before ?? null, after ?? null);
    if (rank === null) {
      this.dealt += 1;
      this.ranks = new Map(this.order.map((one, index) => [one, (index + 1) * rankGap]));
      this.move(game, place, neighbour);
    } else this.#write(game, rank);
  }

  #write(game: number, rank: number | null): void {
    if (rank === null) throw new Error('No room at the end');
    this.written += 1;
    this.ranks.set(game, rank);
  }
}

const games = 12;
const game = fc.integer({ min: 1, max: games });
const moves = fc.array(
  fc.record({ game, neighbour: game, place: fc.constantFrom('before' as const, 'after' as const) }),
  {
    maxLength: 300,
  },
);

test('keeps the same order as an array after any moves', () => {
  fc.assert(
    fc.property(moves, (all) => {
      const list = new RankedList();
      let model = Array.from({ length: games }, (_, at) => at + 1);
      for (const one of model) list.add(one);
      for (const { game, neighbour, place } of all.filter((one) => one.game !== one.neighbour)) {
        list.move(game, place, neighbour);
        model = model.filter((other) => other !== game);
        model.splice(model.indexOf(neighbour) + (place === 'after' ? 1 : 0), 0, game);
        expect(list.order).toEqual(model);
        expect(new Set(list.ranks.values()).size).toBe(games);
      }
    }),
  );
});

test('writes one rank per move and reassigns all ranks only after about thirty moves to one place', () => {
  const list = new RankedList();
  for (const one of [1, 2, 3, 4]) list.add(one);
  list.written = 0;
  for (let at = 0; at < 1000; at += 1) list.move(at % 2 ? 3 : 4, 'after', 1);
  expect(list.written).toBe(1000);
  expect(list.dealt).toBeGreaterThan(10);
  expect(list.dealt).toBeLessThan(35);
  list.dealt = 0;
  for (let at = 0; at < 1000; at += 1) list.move((at % 4) + 1, at % 8 < 4 ? 'before' : 'after', ((at + 1) % 4) + 1);
  for (let at = 0; at < 1000; at += 1) list.move(list.order[0] ?? 0, 'after', list.order.at(-1) ?? 0);
  expect(list.dealt).toBeLessThan(3);
});

test('finds room at both ends but not between adjacent ranks or beyond the limit', () => {
  expect(rankBetween(null, null)).toBe(rankGap);
  expect(rankBetween(7, null)).toBe(7 + rankGap);
  expect(rankBetween(null, 7)).toBe(7 - rankGap);
  expect(rankBetween(-3, -1)).toBe(-2);
  expect(rankBetween(1, 2)).toBeNull();
  expect(rankBetween(2 ** 52 - 1, null)).toBeNull();
  expect(rankBetween(null, -(2 ** 52) + 1)).toBeNull();
});
