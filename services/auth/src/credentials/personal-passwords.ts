import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { plainSpellings } from './common-passwords.ts';

export interface Person {
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
