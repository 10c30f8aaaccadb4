import { Migration } from '@mikro-orm/migrations';

export class EntryVersions extends Migration {
  override up(): void {
    // The default lets the previous release keep adding entries.
    this.addSql('alter table entries add column version int not null default 1');
    this.addSql(`
      update entries set version = seen.version from inbox_versions seen
      where seen.consumer = 'social' and seen.topic = 'library.entries' and seen.subject = entries.entry_id::text`);
  }

  override down(): void {
    this.addSql('alter table entries drop column version');
  }
}
