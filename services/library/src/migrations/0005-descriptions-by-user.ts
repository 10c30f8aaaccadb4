import { Migration } from '@mikro-orm/migrations';

export class DescriptionsByUser extends Migration {
  /** Writes go on while the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Their size is limited for each user.
    this.addSql('create index concurrently if not exists described_games_of_user on described_games (user_id)');
  }

  override down(): void {
    this.addSql('drop index concurrently if exists described_games_of_user');
  }
}
