import { Migration } from '@mikro-orm/migrations';

/** Prepares offering a game that several users chose for a name to other users. */
export class ChoicesOfOthers extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table import_rows add column if not exists by_others boolean not null default false');
    this.addSql(`
      create index concurrently if not exists chosen_games_by_title on chosen_games (title_key, guid) where guid is not null`);
  }

  override down(): void {
    this.addSql('drop index concurrently if exists chosen_games_by_title');
    this.addSql('alter table import_rows drop column by_others');
  }
}
