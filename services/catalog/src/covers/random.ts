/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** Returns a number in [from, to). */
  between(from: number, to: number): number;
  /** Returns an integer in [from, to]. */
  whole(from: number, to: number): number;
  /** Returns one of the items; throws RangeError when there are none. */
  pick<T>(items: readonly T[]): T;
  /** Returns true with this probability (0 to 1). */
  chance(probability: number): boolean;
}

/** Returns a 32-bit FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** A generator (mulberry32) whose sequence depends on the seed alone. */
export function randomFrom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between: (from, to) => from + next() * (to - from),
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}
