import { Migration } from '@mikro-orm/migrations';

export class RemovedEntries extends Migration {
  override up(): void {
    // Whole rows as JSON: a removed entry takes no place in the vault, and comes back exactly as it was.
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
