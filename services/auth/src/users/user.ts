import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Privacy } from '@nightshelf/contracts/users.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    /** Null when an external account opened it whose provider told no verified address that was free. */
    email: p.text().nullable(),
    /** When it was shown that mail to the address reaches the user; null before. */
    emailVerifiedAt: p.datetime().nullable(),
    /** Null when only external accounts sign in to it. */
    passwordHash: p.text().nullable(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    createdAt: p.datetime(),
    isActive: p.boolean(),
    /** When an operator closed it; null while it is active. */
    disabledAt: p.datetime().nullable(),
    privacy: p.text().$type<Privacy>(),
    version: p.integer(),
  },
});

/** An account. Names and addresses keep the case in which they were given and are unique regardless of it. */
export class User extends UserSchema.class {
  /** @returns whether anything changed; only then is there an event to publish */
  changePrivacy(privacy: Privacy): boolean {
    if (this.privacy === privacy) return false;
    this.privacy = privacy;
    this.version += 1;
    return true;
  }

  /** @returns whether anything changed; only then is there an event to publish */
  become(isActive: boolean, now = new Date()): boolean {
    if (this.isActive === isActive) return false;
    this.isActive = isActive;
    this.disabledAt = isActive ? null : now;
    this.version += 1;
    return true;
  }

  /** @returns whether the address was not verified before; only then is there an event to publish */
  verifyEmail(now = new Date()): boolean {
    if (!this.email || this.emailVerifiedAt) return false;
    this.emailVerifiedAt = now;
    this.version += 1;
    return true;
  }

  /** Takes an address that the user has shown to have. @returns whether the user had no verified one before; only then is there an event to publish */
  changeEmail(email: string, now = new Date()): boolean {
    const isFirst = !this.email || !this.emailVerifiedAt;
    this.email = email;
    this.emailVerifiedAt = now;
    if (isFirst) this.version += 1;
    return isFirst;
  }
}

UserSchema.setClass(User);

/** An account without its secret. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email?: string | null;
  readonly emailVerifiedAt?: Date | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly createdAt: Date;
  readonly isActive: boolean;
  readonly privacy: Privacy;
  readonly version: number;
}

interface AccountForm {
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** The account that a registration makes, not stored yet. */
export function newAccount(form: AccountForm, now = new Date()): Account {
  return {
    id: randomUUIDv7(),
    username: form.username,
    email: form.email,
    firstName: personName(form.first_name),
    lastName: personName(form.last_name),
    createdAt: now,
    isActive: true,
    privacy: 'public',
    version: 1,
  };
}

/** Composed the same way whatever the keyboard, and trimmed; null when nothing is left. */
const personName = (given: string | null) => given?.normalize('NFC').trim() || null;
