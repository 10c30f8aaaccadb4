import { Migration } from '@mikro-orm/migrations';

export class Opinions extends Migration {
  /** Writes go on while the indexes of all entries are built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // The newest ratings of a game, and those of the people somebody follows.
    this.addSql(`
      create index concurrently if not exists entries_rated on entries (guid, entry_id)
      include (user_id, rating) where rating > 0`);
    this.addSql('create index concurrently if not exists entries_of_user_and_game on entries (user_id, guid)');
    // The other serves what this one did.
    this.addSql('drop index concurrently if exists entries_of_user');
  }

  override down(): void {
    this.addSql('create index concurrently if not exists entries_of_user on entries (user_id)');
    this.addSql('drop index concurrently if exists entries_of_user_and_game');
    this.addSql('drop index concurrently if exists entries_rated');
  }
}
