import { dictionary } from '@zxcvbn-ts/language-common';
import { commonByTheRules } from './common-by-the-rules.ts';

/** Leaked passwords, most frequent first. */
const leaked = dictionary['passwords-common'].map((password) => password.toLowerCase());
const common = new Set(leaked.slice(0, 10_000));
const mostCommon = new Set(leaked.slice(0, 1000));
/** Whole passwords that meet the rules. The leaked list has few, since no rules applied to it. */
const byTheRules = new Set([...leaked.filter((password) => /[^a-z0-9]/.test(password)), ...commonByTheRules]);

/** Ignores shorter common words inside a password. */
const shortestCore = 5;

const substitutes: Readonly<Record<string, string>> = { '@': 'a', 4: 'a', 3: 'e', 0: 'o', $: 's', 5: 's', 7: 't' };

/** Replaces common substitutes with letters; `1` and `!` can each stand for two. */
export const plainSpellings = (text: string): readonly string[] => {
  const spelled = text.replace(/[@430$57]/g, (character) => substitutes[character] ?? character);
  return [spelled.replace(/[1!|]/g, 'i'), spelled.replace(/[1!|]/g, 'l')];
};

/**
 * Returns whether a password is a common one, also with other letter case, surrounding non-letters or letters written
 * as signs.
 */
export function isCommon(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (common.has(plain) || byTheRules.has(plain)) return true;
  if (core.length < shortestCore) return false;
  return common.has(core) || plainSpellings(core).some((spelling) => mostCommon.has(spelling));
}
