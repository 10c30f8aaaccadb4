import { Migration } from '@mikro-orm/migrations';
import { dated, isKept, said } from './0018-entry-history.ts';

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
export class VaultActions extends Migration {
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

  override down(): void {
    for (const { name, row, values, rows } of recorded) {
      this.addSql(`
        create or replace function record_${name}() returns trigger language plpgsql as $$
        begin
          insert into entry_history (at, user_id, entry_id, guid, kind, cause, before, after)
          select clock_timestamp(), ${row}.user_id, ${row}.id, ${row}.guid, '${name}',
            nullif(current_setting('nightshelf.cause', true), '')::jsonb, ${values}
          from ${rows};
          return null;
        end $$`);
    }
    this.addSql('alter table entry_history drop column action, drop column follows');
    this.addSql('drop function history_action');
  }
}
