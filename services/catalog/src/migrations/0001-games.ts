import { Migration } from '@mikro-orm/migrations';

export class Games extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
    // search_name compares by bytes, so that one index serves equality, prefixes and the result order.
    this.addSql(`
      create table games (
        id bigint generated always as identity primary key,
        guid text not null unique,
        data jsonb not null,
        description text,
        search_name text collate "C" not null,
        search_aliases text[] not null,
        search_text text not null,
        content_hash text not null,
        fetched_at timestamptz not null,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`);
    this.addSql('create index games_by_name on games (search_name)');
    this.addSql('create index games_by_alias on games using gin (search_aliases)');
    this.addSql('create index games_by_words on games using gin (search_text gin_trgm_ops)');
    this.addSql('create table search_words (word text collate "C" primary key, deletes text[] not null)');
    this.addSql('create index search_words_by_deletes on search_words using gin (deletes)');
    this.addSql('create index search_words_by_trigrams on search_words using gin (word gin_trgm_ops)');
  }

  override down(): void {
    this.addSql('drop table search_words, games');
  }
}
