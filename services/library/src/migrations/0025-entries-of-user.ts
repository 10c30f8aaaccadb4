import { Migration } from '@mikro-orm/migrations';

export class EntriesOfUser extends Migration {
  /** Writes go on while the index of all entries is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // A great vault in the order of its entries' ids, a page at a time: else those of everybody are gone through in that order.
    this.addSql('create index concurrently if not exists entries_of_user on entries (user_id, id)');
  }

  override down(): void {
    this.addSql('drop index concurrently if exists entries_of_user');
  }
}
