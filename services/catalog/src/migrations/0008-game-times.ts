import { Migration } from '@mikro-orm/migrations';

/** Playing times of games, fetched in batches apart from the details. Null when unknown. */
export class GameTimes extends Migration {
  override up(): void {
    this.addSql(`
      create table game_times (
        guid text primary key,
        times jsonb,
        fetched_at timestamptz not null
      )`);
  }

  override down(): void {
    this.addSql('drop table game_times');
  }
}
