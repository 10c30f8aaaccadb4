import { Migration } from '@mikro-orm/migrations';

export class Followees extends Migration {
  /** Writes go on while the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Everybody who follows one: their counts change when an account is closed.
    this.addSql('create index concurrently if not exists follows_of_followee on follows (followee_id)');
  }

  override down(): void {
    this.addSql('drop index concurrently if exists follows_of_followee');
  }
}
