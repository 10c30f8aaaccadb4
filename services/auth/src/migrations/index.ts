import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';

class Users extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id uuid primary key,
        username text not null,
        email text not null,
        password_hash text not null,
        first_name text,
        last_name text,
        created_at timestamptz(3) not null,
        is_active boolean not null,
        privacy text not null check (privacy in ('public', 'private')),
        version int not null
      )`);
    this.addSql('create unique index users_username on users (lower(username))');
    this.addSql('create unique index users_email on users (lower(email))');
  }
}

/** A copy of the social service's follows, without foreign keys: an event may arrive before its users. */
class Follows extends Migration {
  override up(): void {
    this.addSql(`
      create table follows (
        follower_id uuid not null,
        followee_id uuid not null,
        primary key (follower_id, followee_id)
      )`);
    this.addSql('create index follows_followee on follows (followee_id)');
  }
}

class Identities extends Migration {
  override up(): void {
    this.addSql('alter table users alter column password_hash drop not null, alter column email drop not null');
    this.addSql(`
      create table identities (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        provider text not null,
        issuer text not null,
        subject text not null,
        email text,
        linked_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        constraint identities_subject unique (issuer, subject)
      )`);
    this.addSql('create index identities_user on identities (user_id)');
  }

  /** Fails while accounts without a password or address exist. */
}

/** The database stores only hashes of reset tokens; `mails` has the link until the mail is sent or expires. */
class Recovery extends Migration {
  override up(): void {
    this.addSql(`
      create table reset_requests (
        id uuid primary key,
        login text not null,
        address text,
        device text,
        asked_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table password_resets (
        token_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    this.addSql('create index password_resets_user on password_resets (user_id, created_at)');
    this.addSql(`
      create table mails (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        recipient text not null,
        payload jsonb not null,
        expires_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        attempts int not null
      )`);
    this.addSql('create index mails_due on mails (due_at)');
    this.addSql('create index mails_user on mails (user_id)');
  }
}

class Activity extends Migration {
  override up(): void {
    this.addSql(`
      create table activity (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        kind text not null,
        at timestamptz(3) not null,
        address text,
        device text,
        detail text
      )`);
    // Ids grow with time, so one index serves the newest lines and paging.
    this.addSql('create index activity_user on activity (user_id, id desc)');
    this.addSql('create index activity_at on activity (at)');
  }
}

/** Verifies addresses that a provider has verified, or that received a used reset link. */
export const confirmShown = `
  update users set email_verified_at = now()
  where email is not null and (
    exists (select from identities i where i.user_id = users.id and lower(i.email) = lower(users.email))
    or exists (select from password_resets r where r.user_id = users.id and r.used_at is not null)
    or exists (select from activity a where a.user_id = users.id and a.kind = 'password_reset'))`;

/**
 * Adds verified addresses. Existing addresses start unverified, unless a provider verified them or their user reset a
 * password by mail.
 */
class Addresses extends Migration {
  override up(): void {
    this.addSql('alter table users add column email_verified_at timestamptz(3)');
    this.addSql(confirmShown);
    this.addSql(`alter table reset_requests add column reason text not null default 'forgotten'`);
    this.addSql(`alter table password_resets add column reason text not null default 'forgotten'`);
    // One row per mail about an address; token_hash is null for a mail without a link, which still counts against the
    // limit.
    this.addSql(`
      create table address_links (
        id uuid primary key,
        token_hash text unique,
        user_id uuid not null references users (id) on delete cascade,
        kind text not null check (kind in ('verify', 'change', 'undo')),
        email text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    this.addSql('create index address_links_user on address_links (user_id, created_at)');
    this.addSql('create index address_links_email on address_links (lower(email), created_at)');
  }
}

/** Recovery codes are stored as keyed hashes; the secrets of authenticator apps are encrypted. */
class SecondFactors extends Migration {
  override up(): void {
    this.addSql(`
      create table passkeys (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        credential_id text not null,
        public_key text not null,
        counter bigint not null,
        transports text not null,
        name text not null,
        is_backed_up boolean not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        constraint passkeys_credential unique (credential_id)
      )`);
    this.addSql('create index passkeys_user on passkeys (user_id)');
    this.addSql(`
      create table totp (
        user_id uuid primary key references users (id) on delete cascade,
        secret text not null,
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        last_step bigint not null
      )`);
    this.addSql(`
      create table recovery_codes (
        user_id uuid not null references users (id) on delete cascade,
        code_hash text not null,
        made_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (user_id, code_hash)
      )`);
  }
}

/** Stores only the hash of each secret. Revoked tokens are deleted; the audit trail records them. */
class ApiTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table api_tokens (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        name text not null,
        scopes text[] not null,
        secret_hash text not null unique,
        created_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      )`);
    this.addSql('create index api_tokens_user on api_tokens (user_id)');
  }
}

/** Stores archives in 64 KB rows, so that any replica can serve them without loading one whole. */
class Archives extends Migration {
  override up(): void {
    this.addSql(`
      create table archives (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        asked_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        attempts int not null default 0,
        ready_at timestamptz(3),
        expires_at timestamptz(3) not null,
        bytes int8
      )`);
    this.addSql('create index archives_user on archives (user_id)');
    this.addSql('create unique index archives_one_at_a_time on archives (user_id) where ready_at is null');
    this.addSql('create index archives_due on archives (due_at) where ready_at is null');
    this.addSql(`
      create table archive_chunks (
        archive_id uuid not null references archives (id) on delete cascade,
        attempt int not null,
        position int not null,
        content bytea not null,
        primary key (archive_id, attempt, position)
      )`);
  }
}

class ClosedAccounts extends Migration {
  override up(): void {
    this.addSql('alter table users add column disabled_at timestamptz(3)');
    // The index is small, and every follow count uses it.
    this.addSql('create index users_not_active on users (id) where not is_active');
  }
}

export const migrations: MigrationList = [
  { name: '0001-users', class: Users },
  { name: '0002-follows', class: Follows },
  { name: '0003-identities', class: Identities },
  { name: '0004-recovery', class: Recovery },
  { name: '0005-activity', class: Activity },
  { name: '0008-second-factors', class: SecondFactors },
  { name: '0006-addresses', class: Addresses },
  { name: '0009-api-tokens', class: ApiTokens },
  { name: '0010-archives', class: Archives },
  { name: '0011-closed-accounts', class: ClosedAccounts },
];
