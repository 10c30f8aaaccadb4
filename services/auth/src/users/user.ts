import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Privacy } from '@nightshelf/contracts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    /** Null when a sign-in provider named none that was verified and free. */
    email: p.text().nullable(),
    /** Null when the account can only be entered through a sign-in provider. */
    passwordHash: p.text().nullable(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    createdAt: p.datetime(),
    isActive: p.boolean(),
    privacy: p.text().$type<Privacy>(),
    version: p.integer(),
  },
});

/** An account. Names and addresses keep the case in which they were given and are unique regardless of it. */
export class User extends UserSchema.class {
  /** @returns whether anything changed; only then is there something to tell */
  changePrivacy(privacy: Privacy): boolean {
    if (this.privacy === privacy) return false;
    this.privacy = privacy;
    this.version += 1;
    return true;
  }
}

UserSchema.setClass(User);

/** An account without its secret. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email?: string | null;
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

/** The same name typed on two keyboards is the same text; one of blanks is none. */
const personName = (given: string | null) => given?.normalize('NFC').trim() || null;
