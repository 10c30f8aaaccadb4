import { Migration } from '@mikro-orm/migrations';

export class Tags extends Migration {
  override up(): void {
    // A constant default rewrites no rows, and the previous release, which does not name the column, is unaffected.
    this.addSql(`alter table entries add column tags text[] not null default '{}'`);
    // Restoring inserts the stored row, and the new column is not null.
    this.addSql(`update removed_entries set entry = entry || '{"tags": []}' where not entry ? 'tags'`);
  }

  override down(): void {
    this.addSql('alter table entries drop column tags');
  }
}
