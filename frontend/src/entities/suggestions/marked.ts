import { plain } from './words.ts';

export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a name into parts that match the typed words and parts that do not. */
export function marked(name: string, typed: readonly string[]): readonly Part[] {
  const letters = [...name];
  // Fold each letter separately, so that indexes match the original name.
  const folded = letters.map(plain);
  const isMatch = letters.map(() => false);
  const beginsWord = (at: number) => at === 0 || !/[\p{L}\p{N}'’]/u.test(letters[at - 1] ?? '');
  for (const word of typed) {
    for (let at = 0; at < letters.length; at += 1) {
      if (!beginsWord(at)) continue;
      let end = at;
      let said = '';
      while (end < letters.length && said.length < word.length) said += folded[end++] ?? '';
      if (said === word) isMatch.fill(true, at, end);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[at]) last.text += letter;
    else parts.push({ text: letter, isMatch: isMatch[at] ?? false });
  }
  return parts;
}
