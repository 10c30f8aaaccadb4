import { invalid } from '@nightshelf/platform';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The most used passwords of what was leaked over the years; the package lists them by how often they were seen. */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000).map((password) => password.toLowerCase()));

/** Fewer letters than these are no word that a password could be built around. */
const shortestCore = 5;

/** Whether a password is, but for case and what stands before and after its letters, one of the 10,000 most used. */
export function isCommon(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return common.has(plain) || (core.length >= shortestCore && common.has(core));
}

/** @throws CodedError 422 on the field `password` */
export function refuseCommon(password: string): void {
  if (isCommon(password)) {
    throw invalid({ password: ['This password is too common. Please choose another one.'] }, 'auth.common_password');
  }
}
