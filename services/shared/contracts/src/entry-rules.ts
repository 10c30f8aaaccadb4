/** Rules for a user's input about an entry, with their messages; free of schemas, so that forms can use them. */
export const ratingRule = { min: 1, max: 10, message: 'Rating must be a whole number from 1 to 10' } as const;

export const tagRule = {
  most: { value: 30, message: 'An entry has at most 30 tags' },
  max: { value: 40, message: 'A tag has at most 40 characters' },
  blank: 'A tag must not be empty',
  control: 'A tag must not contain control characters',
} as const;

/** Removes tags that differ from an earlier one only by case. */
export function uniqueTags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => seen.size < seen.add(tag.toLowerCase()).size);
}

export const maxHours = 99_999.5;

export const hoursRule = {
  min: { value: 0, message: 'Hours must be at least 0' },
  max: { value: maxHours, message: `Hours must be at most ${maxHours}` },
  step: { value: 0.5, message: 'Hours must be in steps of 0.5' },
} as const;
