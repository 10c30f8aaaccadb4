/** Returns the code points of a text. Lone surrogates can neither be stored nor searched for. */
export const lettersOf = (text: string): string[] => Array.from(text);

/** Cuts a text to `max` UTF-16 units without splitting a character. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
