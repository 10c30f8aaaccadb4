import { ratingRule } from '@nightshelf/contracts/entry-rules.ts';

export const ratings: readonly number[] = Array.from(
  { length: ratingRule.max - ratingRule.min + 1 },
  (_, place) => ratingRule.min + place,
);
