import { Migration } from '@mikro-orm/migrations';

/** SQL for the user's fields of a row of `entries`. */
export const said = (row: string) =>
  `entry_said(${['status', 'rating', 'hours_played', 'platform_id', 'platform_not_listed', 'is_shared', 'tags'].map((column) => `${row}.${column}`).join(', ')})`;

/** Adds the date to the fields, for added and removed rows. */
export const dated = (row: string) => `${said(row)} || jsonb_build_object('date_added', ${row}.date_added)`;

export const isKept = (row: string) => `
  not exists (select from history_settings s where s.user_id = ${row}.user_id and s.keep = 'nothing')
  and not exists (select from erased_users u where u.user_id = ${row}.user_id)`;

const columns = 'at, user_id, entry_id, guid, kind, cause, before, after';
const cause = `nullif(current_setting('nightshelf.cause', true), '')::jsonb`;

/**
 * Records every change of entries. Statement triggers write it in the same transaction, whoever makes the change. The
 * writer sets the cause in `nightshelf.cause`; the previous release sets none.
 */
export class EntryHistory extends Migration {
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

  override down(): void {
    for (const kind of ['added', 'changed', 'removed']) {
      this.addSql(`drop trigger record_${kind} on entries`);
      this.addSql(`drop function record_${kind}`);
    }
    this.addSql('drop function entry_said, make_history_months');
    this.addSql('drop table entry_history, history_settings, history_began');
    this.addSql('drop sequence entry_history_steps');
  }
}
