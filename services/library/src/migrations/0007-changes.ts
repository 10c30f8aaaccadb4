import { Migration } from '@mikro-orm/migrations';

/**
 * Records the last transaction that changed each entry, removal and game; unknown before this migration. Triggers write
 * it, so that changes by the previous release, which runs beside this one, are recorded too.
 */
export class Changes extends Migration {
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

  override down(): void {
    this.addSql('drop trigger note_changed_game on games');
    this.addSql('drop table changed_games');
    for (const table of ['entries', 'entry_tombstones']) {
      this.addSql(`drop trigger stamp_change on ${table}`);
      this.addSql(`alter table ${table} drop column changed_xid`);
    }
    this.addSql('drop function stamp_change, note_changed_game');
  }
}
