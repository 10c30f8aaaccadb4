import { Migration } from '@mikro-orm/migrations';

export class GamesByName extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('create index concurrently if not exists games_by_title on games (game_title_key(summary))');
  }

  override down(): void {
    this.addSql('drop index concurrently if exists games_by_title');
  }
}
