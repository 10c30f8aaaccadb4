import { Migration } from '@mikro-orm/migrations';

export class RemovedEntries extends Migration {
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

  override down(): void {
    this.addSql('drop table removed_entries');
  }
}
