import { dictionary } from '@zxcvbn-ts/language-common';
import { commonByTheRules } from './common-by-the-rules.ts';

/** The package lists leaked passwords, the most frequent first. */
const leaked = dictionary['passwords-common'].map((password) => password.toLowerCase());
const common = new Set(leaked.slice(0, 10_000));
const mostCommon = new Set(leaked.slice(0, 1000));
/** Whole passwords that meet the rules; of the list there are few, since it is of passwords that no rules have formed. */
const byTheRules = new Set([...leaked.filter((password) => /[^a-z0-9]/.test(password)), ...commonByTheRules]);

/** A password is not refused for a shorter common word inside it. */
const shortestCore = 5;

const substitutes: Readonly<Record<string, string>> = { '@': 'a', 4: 'a', 3: 'e', 0: 'o', $: 's', 5: 's', 7: 't' };

/** The letters that usual substitutes stand for; `1` and `!` stand for two. */
export const plainSpellings = (text: string): readonly string[] => {
  const spelled = text.replace(/[@430$57]/g, (character) => substitutes[character] ?? character);
  return [spelled.replace(/[1!|]/g, 'i'), spelled.replace(/[1!|]/g, 'l')];
};

/**
 * Whether a password is one of the 10,000 most used, whatever its case and what is around its letters, one of the 1,000
 * most used with some letters written as signs, or one of those with which people usually meet the rules.
 */
export function isCommon(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (common.has(plain) || byTheRules.has(plain)) return true;
  if (core.length < shortestCore) return false;
  return common.has(core) || plainSpellings(core).some((spelling) => mostCommon.has(spelling));
}
