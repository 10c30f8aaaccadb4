import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { GameChangesTable } from '@nightshelf/platform/game-copies/game-changes-table.ts';

class Library extends Migration {
  override up(): void {
    this.addSql(`
      create table entries (
        id uuid primary key,
        user_id uuid not null,
        guid text not null,
        status text not null,
        rating smallint check (rating between 1 and 10),
        hours_played numeric(7, 1) check (hours_played >= 0),
        platform_id int,
        platform_not_listed boolean not null default false,
        is_shared boolean not null default false,
        date_added timestamptz(3) not null,
        version int not null,
        unique (user_id, guid),
        check (not (platform_not_listed and platform_id is not null))
      )`);
    this.addSql('create index entries_of_game on entries (guid)');
    // Text instead of jsonb, because it is copied into responses and compared unparsed.
    this.addSql(`
      create table games (
        guid text primary key,
        summary text not null check (summary is json object),
        image_url text,
        platform_names jsonb not null
      )`);
    this.addSql(`
      create table described_games (
        user_id uuid not null,
        guid text not null,
        summary text not null check (summary is json object),
        image_url text,
        platform_names jsonb not null,
        primary key (guid, user_id)
      )`);
    this.addSql(`
      create table game_requests (
        guid text primary key,
        version int not null,
        requested_at timestamptz not null
      )`);
    this.addSql('create table libraries (user_id uuid primary key, version bigint not null)');
  }
}

class RemovedEntries extends Migration {
  override up(): void {
    // Stores whole rows as JSON, so that a removed entry leaves the vault but can return exactly as it was.
    this.addSql(`
      create table removed_entries (
        id uuid primary key,
        user_id uuid not null,
        removed_at timestamptz not null,
        entry jsonb not null,
        description jsonb
      )`);
    this.addSql('create index removed_entries_by_age on removed_entries (removed_at)');
  }
}

class EntryTombstones extends Migration {
  override up(): void {
    // Removals, kept longer than any event, so that consumers that missed one can catch up.
    this.addSql(`
      create table entry_tombstones (
        entry_id uuid primary key,
        user_id uuid not null,
        guid text not null,
        version int not null,
        removed_at timestamptz not null
      )`);
    this.addSql('create index entry_tombstones_by_age on entry_tombstones (removed_at)');
  }
}

class DescriptionsByUser extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // The size of descriptions is limited per user.
    this.addSql('create index concurrently if not exists described_games_of_user on described_games (user_id)');
  }
}

/** Renamed because the catalog uses the old name for a table of pending requests. */
class RequestedGames extends Migration {
  override up(): void {
    this.addSql('alter table game_requests rename to requested_games');
    // The previous release runs beside this one; the next release drops the view.
    this.addSql('create view game_requests as select * from requested_games');
  }
}

/**
 * Records the last transaction that changed each entry, removal and game; unknown before this migration. Triggers write
 * it, so that changes by the previous release, which runs beside this one, are recorded too.
 */
class Changes extends Migration {
  override up(): void {
    this.addSql('alter table entries add column changed_xid xid8');
    this.addSql('alter table entry_tombstones add column changed_xid xid8');
    // Overrides the stored value of a restored row.
    this.addSql(`
      create function stamp_change() returns trigger language plpgsql as $$
      begin
        new.changed_xid := pg_current_xact_id();
        return new;
      end $$`);
    for (const table of ['entries', 'entry_tombstones']) {
      this.addSql(`create trigger stamp_change before insert or update on ${table}
        for each row execute function stamp_change()`);
    }
    // A separate table also covers deleted games and keeps rows of games cheap to rewrite.
    this.addSql('create table changed_games (guid text primary key, changed_xid xid8 not null)');
    this.addSql('create index changed_games_by_change on changed_games (changed_xid)');
    this.addSql(`
      create function note_changed_game() returns trigger language plpgsql as $$
      begin
        insert into changed_games values (coalesce(new.guid, old.guid), pg_current_xact_id())
        on conflict (guid) do update set changed_xid = excluded.changed_xid;
        return null;
      end $$`);
    this.addSql(`create trigger note_changed_game after insert or update or delete on games
      for each row execute function note_changed_game()`);
  }
}

const tables = ['entries', 'entry_tombstones'];

class ChangesByUser extends Migration {
  /** Builds the indexes concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const table of tables) {
      this.addSql(
        `create index concurrently if not exists ${table}_by_change on ${table} (user_id, changed_xid)
         where changed_xid is not null`,
      );
    }
  }
}

class Tags extends Migration {
  override up(): void {
    // A constant default rewrites no rows, and the previous release, which does not name the column, is unaffected.
    this.addSql(`alter table entries add column tags text[] not null default '{}'`);
    // Restoring inserts the stored row, and the new column is not null.
    this.addSql(`update removed_entries set entry = entry || '{"tags": []}' where not entry ? 'tags'`);
  }
}

class SavedViews extends Migration {
  override up(): void {
    this.addSql(`
      create table saved_views (
        id uuid primary key,
        user_id uuid not null,
        name text not null,
        name_key text not null,
        query text not null,
        is_default boolean not null,
        position int not null,
        unique (user_id, name_key)
      )`);
    this.addSql('create unique index saved_views_default on saved_views (user_id) where is_default');
  }
}

class GameLists extends Migration {
  override up(): void {
    this.addSql(`
      create table game_lists (
        id uuid primary key,
        user_id uuid not null,
        name text not null,
        description text,
        version int not null,
        words_version int not null
      )`);
    this.addSql('create index game_lists_of_user on game_lists (user_id)');
    // No foreign key, because a removed game keeps its place until its removal can no longer be undone.
    this.addSql(`
      create table listed_games (
        list_id uuid not null references game_lists on delete cascade,
        entry_id uuid not null,
        rank bigint not null,
        note text,
        note_version int not null default 1,
        primary key (list_id, entry_id),
        unique (list_id, rank) deferrable initially immediate
      )`);
    this.addSql('create index listed_games_of_entry on listed_games (entry_id)');
  }
}

/**
 * Playthroughs and sessions. No foreign keys, because those of a removed entry stay hidden in place until the removal
 * can no longer be undone, and the previous release removes entries too.
 */
class Plays extends Migration {
  override up(): void {
    this.addSql(`
      create table playthroughs (
        id uuid primary key,
        user_id uuid not null,
        entry_id uuid not null,
        version int not null,
        platform_id int,
        platform_not_listed boolean not null,
        copy text,
        started_on date,
        ended_on date,
        hours numeric(7, 1) check (hours >= 0),
        completion text,
        dropped_at text,
        check (not (platform_not_listed and platform_id is not null)),
        check (ended_on >= started_on)
      )`);
    this.addSql('create index playthroughs_of_entry on playthroughs (entry_id)');
    this.addSql('create index playthroughs_of_user on playthroughs (user_id, id)');
    this.addSql(`
      create table play_sessions (
        id uuid primary key,
        user_id uuid not null,
        entry_id uuid not null,
        playthrough_id uuid,
        version int not null,
        day date not null,
        minutes smallint not null check (minutes between 1 and 1440),
        note text,
        spoiler boolean not null,
        counts boolean not null
      )`);
    this.addSql('create index play_sessions_of_entry on play_sessions (entry_id, day, id)');
    this.addSql('create index play_sessions_by_day on play_sessions (user_id, day, id)');
    // The hours that the user typed last, to which counting sessions add.
    this.addSql('alter table entries add column hours_typed numeric(7, 1)');
  }
}

class Favourites extends Migration {
  override up(): void {
    // No foreign key, because a removed entry keeps its place until its removal can no longer be undone.
    this.addSql(`
      create table favourites (
        user_id uuid primary key,
        entry_ids uuid[] not null check (cardinality(entry_ids) <= 5),
        version int not null
      )`);
  }
}

/** Finished playthroughs by game and the users who count, for completion times. */
class PlayersTimes extends Migration {
  override up(): void {
    this.addSql('create table users (id uuid primary key, is_public boolean not null)');
    // Written by a trigger, because the previous release, which runs beside this one, does not write it.
    this.addSql('alter table playthroughs add column guid text');
    this.addSql('update playthroughs p set guid = e.guid from entries e where e.id = p.entry_id');
    this.addSql(`
      create function note_played_game() returns trigger language plpgsql as $$
      begin
        new.guid := (select guid from entries where id = new.entry_id);
        return new;
      end $$`);
    this.addSql(`create trigger note_played_game before insert on playthroughs
      for each row execute function note_played_game()`);
    this.addSql(`create index playthroughs_finished on playthroughs (guid, id)
      where hours > 0 and completion in ('story', 'extras', 'everything')`);
  }
}

class Imports extends Migration {
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
}

class GamesByName extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('create index concurrently if not exists games_by_title on games (game_title_key(summary))');
  }
}

/** SQL for the user's fields of a row of `entries`. */
const said = (row: string) =>
  `entry_said(${['status', 'rating', 'hours_played', 'platform_id', 'platform_not_listed', 'is_shared', 'tags'].map((column) => `${row}.${column}`).join(', ')})`;

/** Adds the date to the fields, for added and removed rows. */
const dated = (row: string) => `${said(row)} || jsonb_build_object('date_added', ${row}.date_added)`;

const isKept = (row: string) => `
  not exists (select from history_settings s where s.user_id = ${row}.user_id and s.keep = 'nothing')
  and not exists (select from erased_users u where u.user_id = ${row}.user_id)`;

const columns = 'at, user_id, entry_id, guid, kind, cause, before, after';
const cause = `nullif(current_setting('nightshelf.cause', true), '')::jsonb`;

/**
 * Records every change of entries. Statement triggers write it in the same transaction, whoever makes the change. The
 * writer sets the cause in `nightshelf.cause`; the previous release sets none.
 */
class EntryHistory extends Migration {
  override up(): void {
    this.addSql('create sequence entry_history_steps');
    this.addSql(`
      create table entry_history (
        step bigint not null default nextval('entry_history_steps'),
        at timestamptz not null,
        user_id uuid not null,
        entry_id uuid not null,
        guid text not null,
        kind text not null,
        cause jsonb,
        before jsonb not null,
        after jsonb not null
      ) partition by range (at)`);
    this.addSql('create index entry_history_of_entry on entry_history (user_id, entry_id, step)');
    // The default partition accepts rows of months without a partition, so that no write fails.
    this.addSql('create table entry_history_rest partition of entry_history default');
    this.addSql(`
      create table history_settings (
        user_id uuid primary key,
        keep text not null,
        began_at timestamptz
      )`);
    // When history recording began.
    this.addSql('create table history_began (at timestamptz not null)');
    this.addSql('insert into history_began values (clock_timestamp())');
    this.#months();
    this.#triggers();
  }

  /**
   * Creates partitions for this month and the next two and moves rows there from the default partition. Attaching a
   * partition does not block readers and writers.
   */
  #months(): void {
    this.addSql(`
      create function make_history_months() returns void language plpgsql as $$
      declare
        this_month timestamp := date_trunc('month', clock_timestamp() at time zone 'UTC');
        begins timestamptz;
        ends timestamptz;
        part text;
      begin
        perform pg_advisory_xact_lock(hashtextextended('entry_history', 0));
        for later in 0..2 loop
          begins := (this_month + make_interval(months => later)) at time zone 'UTC';
          ends := (this_month + make_interval(months => later + 1)) at time zone 'UTC';
          part := 'entry_history_' || to_char(begins at time zone 'UTC', 'YYYY_MM');
          if to_regclass(part) is null then
            execute format('create table %I (like entry_history including defaults including indexes)', part);
            execute format('with moved as (delete from entry_history_rest where at >= %L and at < %L returning *)
              insert into %I select * from moved', begins, ends, part);
            execute format('alter table entry_history attach partition %I for values from (%L) to (%L)',
              part, begins, ends);
          end if;
        end loop;
      end $$`);
    this.addSql('select make_history_months()');
  }

  #triggers(): void {
    this.addSql(`
      create function entry_said(status text, rating int, hours numeric, platform_id int, not_listed boolean, is_shared boolean,
        tags text[]) returns jsonb language sql stable parallel safe
      return jsonb_build_object('status', status, 'rating', rating, 'hours_played', hours, 'platform_id',
        case when not_listed then to_jsonb('not_listed'::text) else to_jsonb(platform_id) end,
        'is_shared', is_shared, 'tags', to_jsonb(tags))`);
    const record = (name: string, rows: string) =>
      this.addSql(`
        create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into entry_history (${columns}) ${rows};
          return null;
        end $$`);
    record(
      'record_added',
      `select clock_timestamp(), n.user_id, n.id, n.guid, 'added', ${cause}, '{}', ${dated('n')} from new_rows n where ${isKept('n')}`,
    );
    record(
      'record_removed',
      `select clock_timestamp(), o.user_id, o.id, o.guid, 'removed', ${cause}, ${dated('o')}, '{}' from old_rows o where ${isKept('o')}`,
    );
    record(
      'record_changed',
      `select clock_timestamp(), n.user_id, n.id, n.guid, 'changed', ${cause}, fields.before, fields.after
       from new_rows n join old_rows o on o.id = n.id
       cross join lateral (
         select jsonb_object_agg(key, b.value) as before, jsonb_object_agg(key, a.value) as after
         from jsonb_each(${said('o')}) b join jsonb_each(${said('n')}) a using (key) where a.value <> b.value
       ) fields
       where fields.after is not null and ${isKept('n')}`,
    );
    this.addSql(`create trigger record_added after insert on entries
      referencing new table as new_rows for each statement execute function record_added()`);
    this.addSql(`create trigger record_removed after delete on entries
      referencing old table as old_rows for each statement execute function record_removed()`);
    this.addSql(`create trigger record_changed after update on entries
      referencing old table as old_rows new table as new_rows for each statement execute function record_changed()`);
  }
}

/** Edition suffixes, which seldom mean another game. */
const editions = [
  'game of the year(\\s+edition)?',
  'goty(\\s+edition)?',
  'day one edition',
  `director[’'']?s cut`,
  `(\\d+(st|nd|rd|th)\\s+)?anniversary(\\s+edition)?`,
  `[[:alpha:]’'']+\\s+edition`,
];

const without = (text: string, pattern: string) => `regexp_replace(${text}, '${pattern}', '', 'i')`;

const withoutEdition = (text: string) => without(text, `(\\s*[-–—:,([]?\\s*\\m(${editions.join('|')})\\M[\\s)\\]]*)+$`);

const withoutArticle = (text: string) => without(without(text, '^\\s*(the|a|an)\\s+'), ',\\s*(the|a|an)(?=\\s*$|:)');

const withoutSubtitle = (text: string) => without(text, '(:\\s|\\s[-–—]\\s|\\s\\().*$');

const numerals = 'XX XIX XVIII XVII XVI XV XIV XIII XII XI IX VIII VII VI IV III II'.split(' ');
const values = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 9, 8, 7, 6, 4, 3, 2];

/** A single letter is a numeral only at the end of a name or before its subtitle. */
const letters: ReadonlyArray<readonly [string, number]> = [
  ['X', 10],
  ['V', 5],
  ['I', 1],
];

function withDigits(text: string): string {
  const many = numerals.reduce(
    (inner, numeral, at) => `regexp_replace(${inner}, '\\s${numeral}\\M', ' ${values[at]}')`,
    text,
  );
  return letters.reduce(
    (inner, [letter, value]) => `regexp_replace(${inner}, '\\s${letter}(?=$|:)', ' ${value}')`,
    many,
  );
}

/** Normalizes titles further: ignores articles, editions and subtitles, and treats II like 2. */
class GamesByShortName extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
      create or replace function loose_title(title text) returns text language sql immutable parallel safe
      return ${withoutArticle(withoutEdition(`translate(title, '™®©', '')`))}`);
    this.addSql(`
      create or replace function loose_title_key(title text) returns text language sql immutable parallel safe
      return title_key(${withDigits('loose_title(title)')})`);
    this.addSql(`
      create or replace function short_title_key(title text) returns text language sql immutable parallel safe
      return title_key(${withDigits(withoutSubtitle('loose_title(title)'))})`);
    this.addSql(`
      create or replace function game_short_title_key(summary text) returns text language sql immutable parallel safe
      return short_title_key(summary::json ->> 'name')`);
    this.addSql(
      'create index concurrently if not exists games_by_short_title on games (game_short_title_key(summary))',
    );
  }
}

/** Parts that come with the games of our own export; the previous release ignores them. */
class ImportParts extends Migration {
  override up(): void {
    // `made_id`: the new or existing record; `place`: its entry, for a place in a list.
    this.addSql(`
      create table import_parts (
        import_id uuid not null references imports on delete cascade,
        position int not null,
        kind text not null,
        ref text,
        given jsonb not null,
        fate text,
        made_id uuid,
        place uuid,
        undone text,
        primary key (import_id, position)
      )`);
    this.addSql('create index import_parts_waiting on import_parts (import_id, position) where fate is null');
    this.addSql('create index import_parts_named on import_parts (import_id, kind, ref) where ref is not null');
    this.addSql('create index import_parts_made on import_parts (import_id, made_id) where made_id is not null');
  }
}

/** Steam accounts that vaults sync with; the previous release does not sync. */
class SteamSync extends Migration {
  override up(): void {
    // `look` identifies the running sync until its lease ends; the result of any other sync is discarded.
    this.addSql(`
      create table steam_accounts (
        user_id uuid primary key,
        account text not null,
        steam_id text,
        rule text not null,
        status text not null,
        connected_at timestamptz not null,
        due_at timestamptz not null,
        looked_at timestamptz,
        outcome text,
        import_id uuid,
        failures int not null default 0,
        look uuid,
        leased_until timestamptz
      )`);
    this.addSql('create index steam_accounts_due on steam_accounts (due_at)');
    // What syncs have imported. `guid`: null for an unmatched game; `hours`: as they were stored in the vault.
    this.addSql(`
      create table steam_games (
        user_id uuid not null references steam_accounts on delete cascade,
        app_id bigint not null,
        guid text,
        hours numeric(7, 1),
        primary key (user_id, app_id)
      )`);
    this.addSql('alter table imports add column of_sync boolean not null default false');
    // What the last sync stored: a row only changes fields that still have this value.
    this.addSql('alter table import_rows add column expects jsonb');
  }
}

/** The SQL of the trigger for each kind of change. */
interface Recorded {
  readonly name: 'added' | 'removed' | 'changed';
  readonly row: 'n' | 'o';
  readonly values: string;
  readonly rows: string;
}

const recorded: readonly Recorded[] = [
  { name: 'added', row: 'n', values: `'{}', ${dated('n')}`, rows: `new_rows n where ${isKept('n')}` },
  {
    name: 'removed',
    row: 'o',
    // A restored entry continues from the version of its removal.
    values: `${dated('o')} || jsonb_build_object('version', o.version), '{}'`,
    rows: `old_rows o where ${isKept('o')}`,
  },
  {
    name: 'changed',
    row: 'n',
    values: 'fields.before, fields.after',
    rows: `new_rows n join old_rows o on o.id = n.id
      cross join lateral (
        select jsonb_object_agg(key, b.value) as before, jsonb_object_agg(key, a.value) as after
        from jsonb_each(${said('o')}) b join jsonb_each(${said('n')}) a using (key) where a.value <> b.value
      ) fields
      where fields.after is not null and ${isKept('n')}`,
  },
];

/**
 * Groups the history into actions: an import, an undo, or what a client names as one action. The first change
 * represents its action, so that an index lists actions in order, however many changes they have.
 */
class VaultActions extends Migration {
  override up(): void {
    this.addSql(`
      create function history_action(cause jsonb) returns text language sql immutable parallel safe
      return case when cause ->> 'kind' in ('import', 'import_undone', 'action_undone')
        then (cause ->> 'kind') || ' ' || coalesce(cause ->> 'id', cause ->> 'step')
        else cause ->> 'action' end`);
    this.addSql('alter table entry_history add column action text');
    this.addSql('alter table entry_history add column follows boolean not null default false');
    this.addSql(`
      update entry_history h set action = known.action, follows = known.place > 1
      from (select step, at, history_action(cause) as action,
          row_number() over (partition by user_id, history_action(cause) order by step) as place
        from entry_history where history_action(cause) is not null) known
      where h.step = known.step and h.at = known.at`);
    this.addSql('create index entry_history_of_vault on entry_history (user_id, step) where not follows');
    this.addSql(
      'create index entry_history_of_action on entry_history (user_id, action, step) where action is not null',
    );
    for (const each of recorded) this.#record(each);
  }

  /** Two concurrent first changes of an action are both marked as first; readers take the one with the lower step. */
  #record({ name, row, values, rows }: Recorded): void {
    this.addSql(`
      create or replace function record_${name}() returns trigger language plpgsql as $$
      declare
        made_by jsonb := nullif(current_setting('nightshelf.cause', true), '')::jsonb;
        part_of text := history_action(made_by);
        has_begun boolean := false;
      begin
        if part_of is not null then
          has_begun := exists (select from entry_history h where h.action = part_of
            and h.user_id = (select user_id from ${row === 'n' ? 'new_rows' : 'old_rows'} limit 1));
        end if;
        insert into entry_history (at, user_id, entry_id, guid, kind, cause, before, after, action, follows)
        select clock_timestamp(), ${row}.user_id, ${row}.id, ${row}.guid, '${name}', made_by - 'action', ${values}, part_of,
          part_of is not null and (has_begun or row_number() over () > 1)
        from ${rows};
        return null;
      end $$`);
  }
}

/** Prepares offering a game that several users chose for a name to other users. */
class ChoicesOfOthers extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table import_rows add column if not exists by_others boolean not null default false');
    this.addSql(`
      create index concurrently if not exists chosen_games_by_title on chosen_games (title_key, guid) where guid is not null`);
  }
}

/**
 * Playthroughs, sessions and list places of removed games, as JSON rows, kept as long as the history can restore the
 * game. The previous release deletes them and restores games without them.
 */
class RemovedBelongings extends Migration {
  override up(): void {
    // `hours_typed`: the entry's; `session_count`: counts sessions without reading them.
    this.addSql(`
      create table removed_belongings (
        entry_id uuid primary key,
        user_id uuid not null,
        guid text not null,
        removed_at timestamptz not null,
        hours_typed numeric(7, 1),
        playthroughs jsonb not null,
        sessions jsonb not null,
        session_count int not null,
        places jsonb not null
      )`);
    this.addSql('create index removed_belongings_of_user on removed_belongings (user_id, entry_id)');
  }
}

class EntriesOfUser extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Paging through one vault by entry id would otherwise scan the entries of all users.
    this.addSql('create index concurrently if not exists entries_of_user on entries (user_id, id)');
  }
}

class TombstonesOfUser extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Also serves the deletion of all of a user's tombstones.
    this.addSql(
      'create index concurrently if not exists entry_tombstones_of_user on entry_tombstones (user_id, changed_xid)',
    );
    // The new index replaces this one.
    this.addSql('drop index concurrently if exists entry_tombstones_by_change');
  }
}

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
  { name: '0001-library', class: Library },
  { name: '0002-removed-entries', class: RemovedEntries },
  { name: '0003-entry-tombstones', class: EntryTombstones },
  { name: '0004-game-changes', class: GameChangesTable },
  { name: '0005-descriptions-by-user', class: DescriptionsByUser },
  { name: '0006-requested-games', class: RequestedGames },
  { name: '0007-changes', class: Changes },
  { name: '0008-changes-by-user', class: ChangesByUser },
  { name: '0009-tags', class: Tags },
  { name: '0010-saved-views', class: SavedViews },
  { name: '0012-plays', class: Plays },
  { name: '0011-game-lists', class: GameLists },
  { name: '0013-favourites', class: Favourites },
  { name: '0014-players-times', class: PlayersTimes },
  { name: '0016-imports', class: Imports },
  { name: '0017-games-by-name', class: GamesByName },
  { name: '0018-entry-history', class: EntryHistory },
  { name: '0019-games-by-short-name', class: GamesByShortName },
  { name: '0020-import-parts', class: ImportParts },
  { name: '0021-steam-sync', class: SteamSync },
  { name: '0022-vault-actions', class: VaultActions },
  { name: '0023-choices-of-others', class: ChoicesOfOthers },
  { name: '0024-removed-belongings', class: RemovedBelongings },
  { name: '0025-entries-of-user', class: EntriesOfUser },
  { name: '0026-tombstones-of-user', class: TombstonesOfUser },
  { name: '0027-matching', class: Matching },
  { name: '0028-own-games', class: OwnGames },
  { name: '0029-counted-users', class: CountedUsers },
];
