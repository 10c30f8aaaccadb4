import { tagRule, uniqueTags } from '@nightshelf/contracts/entry-rules.ts';

/** Cleans text for storage as a tag. */
export const asTag = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, tagRule.max.value)
    .toWellFormed()
    .trim();

/**
 * Adds the comma-separated pieces of the typed text as tags; skips existing and invalid ones.
 * @param known tags of other games, whose spelling is used
 */
export function withTag(tags: readonly string[], typed: string, known: readonly string[] = []): readonly string[] {
  const spelled = (tag: string) => known.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? tag;
  const added = typed
    .split(',')
    .map(asTag)
    .filter((tag) => tag !== '')
    .map(spelled);
  return uniqueTags([...tags, ...added]).slice(0, tagRule.most.value);
}
