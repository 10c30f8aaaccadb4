import { Migration } from '@mikro-orm/migrations';

export class Followees extends Migration {
  /** Not transactional, so that writes continue while the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Finds all followers of a user whose account is closed, because their counts change.
    this.addSql('create index concurrently if not exists follows_of_followee on follows (followee_id)');
  }

  override down(): void {
    this.addSql('drop index concurrently if exists follows_of_followee');
  }
}
