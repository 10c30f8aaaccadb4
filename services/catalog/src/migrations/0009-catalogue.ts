import { Migration } from '@mikro-orm/migrations';

/** Stores the offline catalogue's games among those that providers have described. */
export class Catalogue extends Migration {
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

  override down(): void {
    this.addSql('drop table catalogue_loads, catalogue_words, catalogue_rows');
    this.addSql('alter table popularity drop column prominence');
    this.addSql(`delete from games where source = 'catalogue'`);
    this.addSql(`
      alter table games drop column facts, drop column other_ids, drop column prominence, drop column published,
        drop column source`);
  }
}
