import { Migration } from '@mikro-orm/migrations';

/**
 * What was played of games that were removed more than a few minutes ago, and where they were listed, each row as JSON: as long as the
 * history can bring the game back. The release before deletes it then, and brings games back without it.
 */
export class RemovedBelongings extends Migration {
  override up(): void {
    // `hours_typed`: of the entry. `session_count`: so that they are counted without being read.
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
