import { Migration } from '@mikro-orm/migrations';

/** Finished playthroughs by game and the users who count, for completion times. */
export class PlayersTimes extends Migration {
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

  override down(): void {
    this.addSql('drop trigger note_played_game on playthroughs');
    this.addSql('drop function note_played_game');
    this.addSql('alter table playthroughs drop column guid');
    this.addSql('drop table users');
  }
}
