import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Common passwords that meet the rules, in lower case: frequent ones in published breaches, and keyboard walks. */
const commonByTheRules = `
  aa@123456 aa123456@ aa123456. a@123456 abc@123 abc@1234 abc@12345 abcd@123 abcd@1234 admin@12 admin@123 admin@1234
  asd@12345 asdf@123 asdf@1234 change@123 demo@123 google@123 hello@123 india@123 krishna@123 login@123 pass@123
  pass@1234 pass@word1 password@1 password@123 qaz@1234 qwe@1234 qwer@123 qwer@1234 qwer!234 root@123 samsung@123
  super@123 temp@123 user@123 welcome@1 welcome@123 windows@123 1q2w3e4r! 1qaz!qaz 1qaz@wsx 1qaz2wsx! !qaz1qaz
  !qaz2wsx !qaz@wsx1 q1w2e3r4! q1w2e3r4t5! qaz123!@# qwe123!@# qwerty!@#1 zaq1@wsx zaq12wsx! 1234@abcd 123@abc
  123@qwe a1b2c3d4! p@55w0rd pa55word!`
  .trim()
  .split(/\s+/);

/** @throws CodedError 422 on the field `password` when it is common or easy to guess from the person's names */
export function refuseWeak(password: string, person: Person): void {
  if (isCommon(password)) {
    throw invalid({ password: ['This password is too common. Please choose another one.'] }, 'auth.common_password');
  }
  if (isPersonal(password, person)) {
    const message = 'This password is too easy to guess from your name or ours. Please choose another one.';
    throw invalid({ password: [message] }, 'auth.personal_password');
  }
}

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
const plainSpellings = (text: string): readonly string[] => {
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

interface Person {
  readonly username: string;
  readonly email?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
}

/** Words that anyone would try first on this product. */
const productWords = ['nightshelf', 'night shelf'];

/** Shorter names occur in too many words. */
const shortestName = 5;

/** Rating takes long for many characters (70 ms for 64), and more characters only raise the score. */
const ratedCharacters = 48;

/** On zxcvbn's scale of 0 to 4: at least 100 million guesses for someone who knows the names. */
const leastScore = 3;

const rating = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/**
 * Returns whether a password is little more than the person's names or the product's. Rates only passwords with such a
 * word, because rating takes tens of milliseconds.
 */
export function isPersonal(password: string, { username, email, firstName, lastName }: Person): boolean {
  const own = [username, firstName, lastName, email?.split('@')[0]].filter(
    (name) => (name?.length ?? 0) >= shortestName,
  );
  const words = [...productWords, ...own.map((name) => String(name).toLowerCase())];
  const given = password.toLowerCase();
  const spellings = [given, ...plainSpellings(given)];
  if (!words.some((word) => spellings.some((spelling) => spelling.includes(word)))) return false;
  return rating.check(password.slice(0, ratedCharacters), words).score < leastScore;
}
