import { Migration } from '@mikro-orm/migrations';

/** What several people mean by a name is offered to others; the release before offers it to nobody. */
export class ChoicesOfOthers extends Migration {
  /** Writes go on while the index is built. */
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
