import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { plainSpellings } from './common-passwords.ts';

/** Who has the password, as far as it may have gone into it. */
export interface Person {
  readonly username: string;
  readonly email?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
}

/** What somebody tries first here, whoever has the account. */
const productWords = ['nightshelf', 'night shelf'];

/** Shorter names are part of too many words. */
const shortestName = 5;

/** Further characters can but add to a rating, which takes long for many: 70 ms for 64 of them. */
const ratedCharacters = 48;

/** Of 0 to 4: at least 100 million guesses, by those who know the names. */
const leastScore = 3;

const rating = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/**
 * Whether a password is little more than the person's own names, or the product's. Only what has such a word in it is
 * rated: the rating takes tens of milliseconds of everybody's time.
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
