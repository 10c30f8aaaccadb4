import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { baseline } from '@nightshelf/platform/database/migrations/baseline.ts';

/**
 * Lets a job match rows. A row's `lookup` is 0 until it was matched against stored games, then 1 until the providers
 * were asked. An import stores when matching continues, the lease, and the speed.
 */
class Matching extends Migration {
  override up(): void {
    this.addSql('alter table import_rows add column lookup smallint not null default 0');
    this.addSql(`
      alter table imports
        add column match_due_at timestamptz,
        add column match_leased_until timestamptz,
        add column match_failures int not null default 0,
        add column match_rows_per_second real,
        add column match_answered_at timestamptz`);
    this.addSql(
      `create index import_rows_pending on import_rows (import_id, lookup, position) where match = 'pending'`,
    );
    this.addSql('create index imports_to_match on imports (match_due_at) where match_due_at is not null');
  }
}

/** Covers of users' own games, and merges into catalog games. The games themselves are in `described_games`. */
class OwnGames extends Migration {
  override up(): void {
    this.addSql(`
      create table own_covers (
        user_id uuid not null,
        guid text not null,
        image bytea not null,
        version int not null,
        primary key (user_id, guid)
      )`);
    this.addSql(`
      create table own_game_merges (
        user_id uuid not null,
        guid text not null,
        entry_id uuid not null,
        into_guid text not null,
        summary jsonb not null,
        merged_at timestamptz not null default clock_timestamp(),
        primary key (user_id, guid)
      )`);
  }
}

/**
 * The fields that decide whether a user counts in statistics. Existing users do not count until the reconciliation has
 * filled them in.
 */
class CountedUsers extends Migration {
  override up(): void {
    this.addSql(
      'alter table users add column created_at timestamptz(3), add column email_verified boolean not null default false',
    );
  }
}

export const migrations: MigrationList = [
  baseline(new URL('./baseline.sql', import.meta.url), { first: '0001-library', last: '0026-tombstones-of-user' }),
  { name: '0027-matching', class: Matching },
  { name: '0028-own-games', class: OwnGames },
  { name: '0029-counted-users', class: CountedUsers },
];
