import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { baseline } from '@nightshelf/platform/database/migrations/baseline.ts';

/** Stores the offline catalog's games among those that providers have described. */
class Catalogue extends Migration {
  override up(): void {
    // Catalogue rows are published once a library needs them; `facts` holds what only a game's page shows.
    this.addSql(`
      alter table games
        add column source text not null default 'provider',
        add column published boolean not null default true,
        add column prominence real not null default 0,
        add column other_ids text[] not null default '{}',
        add column facts jsonb`);
    this.addSql(`create index games_by_other_id on games using gin (other_ids) where other_ids <> '{}'`);
    this.addSql(
      `create index games_by_series on games using gin ((facts -> 'series')) where facts -> 'series' is not null`,
    );
    this.addSql('alter table popularity add column prominence real not null default 0');
    // Every load rewrites it, so it need not survive a crash.
    this.addSql(`
      create unlogged table catalogue_rows (
        position int primary key,
        guid text not null,
        data jsonb not null,
        search_name text collate "C" not null,
        search_aliases text[] not null,
        search_text text not null,
        content_hash text not null,
        prominence real not null,
        other_ids text[] not null,
        facts jsonb not null,
        year int
      )`);
    this.addSql('create unlogged table catalogue_words (word text primary key, deletes text[] not null)');
    this.addSql(`
      create table catalogue_loads (
        digest text primary key,
        version text not null,
        games int not null,
        loaded_at timestamptz not null default now()
      )`);
  }
}

/**
 * Keys that match games to import rows, filled by a job (`keys_version`), and a coarse popularity `step`, computed
 * nightly to hide single changes.
 */
class TitleKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table games
        add column title_keys text[] not null default '{}',
        add column short_key text collate "C" not null default '',
        add column keys_version int not null default 0`);
    this.addSql('create index games_by_title_key on games using gin (title_keys)');
    this.addSql(`create index games_by_short_key on games (short_key) where short_key <> ''`);
    this.addSql(`
      alter table catalogue_rows
        add column title_keys text[] not null default '{}',
        add column short_key text collate "C" not null default ''`);
    this.addSql('alter table popularity add column step int not null default 0');
  }
}

export const migrations: MigrationList = [
  baseline(new URL('./baseline.sql', import.meta.url), { first: '0001-games', last: '0008-game-times' }),
  { name: '0009-catalogue', class: Catalogue },
  { name: '0010-title-keys', class: TitleKeys },
];
