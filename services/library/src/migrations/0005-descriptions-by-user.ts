import { Migration } from '@mikro-orm/migrations';

export class DescriptionsByUser extends Migration {
  override up(): void {
    // Their size is limited for each user.
    this.addSql('create index described_games_of_user on described_games (user_id)');
  }

  override down(): void {
    this.addSql('drop index described_games_of_user');
  }
}
