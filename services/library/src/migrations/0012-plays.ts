import { Migration } from '@mikro-orm/migrations';

/**
 * Playthroughs and sessions. No foreign keys, because those of a removed entry stay hidden in place until the removal
 * can no longer be undone, and the previous release removes entries too.
 */
export class Plays extends Migration {
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

  override down(): void {
    this.addSql('alter table entries drop column hours_typed');
    this.addSql('drop table playthroughs, play_sessions');
  }
}
