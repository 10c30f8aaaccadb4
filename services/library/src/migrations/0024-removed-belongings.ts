import { Migration } from '@mikro-orm/migrations';

/**
 * Playthroughs, sessions and list places of removed games, as JSON rows, kept as long as the history can restore the
 * game. The previous release deletes them and restores games without them.
 */
export class RemovedBelongings extends Migration {
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

  override down(): void {
    this.addSql('drop table removed_belongings');
  }
}
