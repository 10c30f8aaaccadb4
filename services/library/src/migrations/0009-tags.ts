import { Migration } from '@mikro-orm/migrations';

export class Tags extends Migration {
  override up(): void {
    // A default that is a constant: no row is written, and the release before, which does not name the column, leaves it alone.
    this.addSql(`alter table entries add column tags text[] not null default '{}'`);
    // A removed entry is put back as it was kept; those that were kept before have no tags, which the column would not take.
    this.addSql(`update removed_entries set entry = entry || '{"tags": []}' where not entry ? 'tags'`);
  }

  override down(): void {
    this.addSql('alter table entries drop column tags');
  }
}
