import { Migration } from '@mikro-orm/migrations';

export class LibraryVersions extends Migration {
  override up(): void {
    // A sequence that is never reset, so that a version from before a rebuild never recurs.
    this.addSql('create sequence library_changes');
    this.addSql('create table library_versions (user_id uuid primary key, version bigint not null)');
    this.addSql('create index entries_of_game on entries (guid)');
  }

  override down(): void {
    this.addSql('drop index entries_of_game');
    this.addSql('drop table library_versions');
    this.addSql('drop sequence library_changes');
  }
}
