import { Migration } from '@mikro-orm/migrations';

export class Popularity extends Migration {
  override up(): void {
    this.addSql('create table vault_entries (entry_id uuid primary key, guid text not null)');
    // Only games in vaults, with a copy of their search columns, so that these few have their own indexes.
    this.addSql(`
      create table popularity (
        guid text primary key,
        vaults int not null,
        search_name text collate "C",
        search_text text
      ) with (fillfactor = 80)`);
    this.addSql('create index popularity_by_name on popularity (search_name)');
    this.addSql('create index popularity_by_words on popularity using gin (search_text gin_trgm_ops)');
  }

  override down(): void {
    this.addSql('drop table popularity, vault_entries');
  }
}
