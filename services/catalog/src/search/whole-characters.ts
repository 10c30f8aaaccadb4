/** The whole characters of a text. Half of a character of two UTF-16 units can neither be stored nor searched for. */
export const lettersOf = (text: string): string[] => Array.from(text);

/** At most `max` UTF-16 units of a text, without half a character at its end. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
