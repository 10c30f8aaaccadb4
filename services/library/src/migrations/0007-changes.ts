import { Migration } from '@mikro-orm/migrations';

/**
 * In which transaction each entry, removal and game was last changed; null, or no row, for before this migration. Triggers
 * write it, so that the changes of the release before, which goes on beside this one, are noted too.
 */
export class Changes extends Migration {
  override up(): void {
    this.addSql('alter table entries add column changed_xid xid8');
    this.addSql('alter table entry_tombstones add column changed_xid xid8');
    // Over what a row brings along: a restored entry is put back as it once was.
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
    // Beside the games, so that one that was taken away is told of too, and their rows stay small to rewrite.
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
