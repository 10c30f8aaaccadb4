import { tagRule, uniqueTags } from '@nightshelf/contracts/entry-rules.ts';

/** Text as it is stored as a tag, as far as it can be one. */
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
 * The tags with what was typed, each piece between commas a tag; what is there already, or is none, adds nothing.
 * @param known tags of other games, whose spelling is taken over
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
