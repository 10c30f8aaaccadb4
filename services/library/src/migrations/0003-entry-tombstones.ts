import { Migration } from '@mikro-orm/migrations';

export class EntryTombstones extends Migration {
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

  override down(): void {
    this.addSql('drop table entry_tombstones');
  }
}
