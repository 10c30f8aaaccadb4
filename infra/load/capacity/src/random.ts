/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An id in the form in which users have theirs. */
export function uuidOf(random: () => number): string {
  const word = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [word(), word(), word(), word()];
  return `${a}-${b.slice(0, 4)}-7${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

/**
 * How much one user does beside another: Pareto with its tail cut, so that a few do hundreds of times what most do.
 * @returns at least 1
 */
export const activityOf = (random: () => number) => Math.min(1000, (1 - random()) ** (-1 / 1.2));
