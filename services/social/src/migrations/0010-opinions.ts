import { Migration } from '@mikro-orm/migrations';

export class Opinions extends Migration {
  /** Not transactional, so that writes continue while the indexes are built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // For a game's newest ratings, and those of followed users.
    this.addSql(`
      create index concurrently if not exists entries_rated on entries (guid, entry_id)
      include (user_id, rating) where rating > 0`);
    this.addSql('create index concurrently if not exists entries_of_user_and_game on entries (user_id, guid)');
    // Replaced by the index above.
    this.addSql('drop index concurrently if exists entries_of_user');
  }

  override down(): void {
    this.addSql('create index concurrently if not exists entries_of_user on entries (user_id)');
    this.addSql('drop index concurrently if exists entries_of_user_and_game');
    this.addSql('drop index concurrently if exists entries_rated');
  }
}
