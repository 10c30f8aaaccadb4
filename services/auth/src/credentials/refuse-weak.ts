import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import { isCommon } from './common-passwords.ts';
import { isPersonal, type Person } from './personal-passwords.ts';

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
