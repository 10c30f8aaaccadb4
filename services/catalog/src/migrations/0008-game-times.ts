import { Migration } from '@mikro-orm/migrations';

/** How long games take whose details nobody has asked for: many of them are asked for at once. Null where nobody knows. */
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
