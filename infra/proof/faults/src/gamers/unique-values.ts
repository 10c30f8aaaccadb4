import { maxHours } from '@nightshelf/contracts/entry-rules.ts';

let count = 0;

/** Half hours that nobody else writes; they come round again only after 200,000. */
export function nextHours(): number {
  count += 1;
  return (count % (maxHours * 2)) / 2;
}

export function nextPlatform(): number {
  count += 1;
  return 1_000_000 + count;
}
