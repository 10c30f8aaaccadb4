import { Migration } from '@mikro-orm/migrations';

export class Imports extends Migration {
  override up(): void {
    this.addSql(`
      create table imports (
        id uuid primary key,
        user_id uuid not null,
        name text not null,
        source text not null,
        options jsonb not null,
        rule text not null,
        status text not null,
        rows int not null,
        received int not null default 0,
        done int not null default 0,
        begun_at timestamptz not null,
        ended_at timestamptz,
        touched_at timestamptz not null
      )`);
    this.addSql('create index imports_of_user on imports (user_id, id)');
    this.addSql(`create index imports_under_way on imports (touched_at) where status in ('running', 'undoing')`);
    this.addSql('create index imports_by_age on imports (begun_at)');
    // `before` and `after`: the changed fields of an existing entry; for an added one, `after` has its version.
    this.addSql(`
      create table import_rows (
        import_id uuid not null references imports on delete cascade,
        position int not null,
        given jsonb not null,
        problems jsonb not null,
        match text not null,
        guid text,
        alternatives jsonb not null,
        fate text,
        entry_id uuid,
        before jsonb,
        after jsonb,
        undone text,
        primary key (import_id, position)
      )`);
    this.addSql('create index import_rows_of_game on import_rows (import_id, guid, position)');
    this.addSql('create index import_rows_waiting on import_rows (import_id, position) where fate is null');
    // The games that users have chosen for names.
    this.addSql(`
      create table chosen_games (
        user_id uuid not null,
        title_key text not null,
        guid text,
        primary key (user_id, title_key)
      )`);
    // Normalizes titles: ignores case, width, accents, spaces and punctuation.
    this.addSql(`
      create function title_key(title text) returns text language sql immutable parallel safe
      return regexp_replace(lower(normalize(translate(title, '™®©', ''), nfkd)), '[\\s[:punct:]’‘“”„–—°\\u0300-\\u036f]+', '', 'g')`);
    this.addSql(`
      create function game_title_key(summary text) returns text language sql immutable parallel safe
      return title_key(summary::json ->> 'name')`);
  }

  override down(): void {
    this.addSql('drop table import_rows, imports, chosen_games');
    this.addSql('drop function game_title_key, title_key');
  }
}
