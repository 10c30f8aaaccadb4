import { Migration } from '@mikro-orm/migrations';

export class EntriesOfUser extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Paging through one vault by entry id would otherwise scan the entries of all users.
    this.addSql('create index concurrently if not exists entries_of_user on entries (user_id, id)');
  }

  override down(): void {
    this.addSql('drop index concurrently if exists entries_of_user');
  }
}
