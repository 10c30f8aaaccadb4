import { Migration } from '@mikro-orm/migrations';

export class DescriptionsByUser extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // The size of descriptions is limited per user.
    this.addSql('create index concurrently if not exists described_games_of_user on described_games (user_id)');
  }

  override down(): void {
    this.addSql('drop index concurrently if exists described_games_of_user');
  }
}
