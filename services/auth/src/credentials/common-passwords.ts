import { invalid } from '@nightshelf/platform';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The package lists leaked passwords, the most frequent first. */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000).map((password) => password.toLowerCase()));

/** A password is not refused for a shorter common word inside it. */
const shortestCore = 5;

/** Whether a password is one of the 10,000 most used, whatever its case and what is around its letters. */
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
