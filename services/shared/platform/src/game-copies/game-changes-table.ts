import { Migration } from '@mikro-orm/migrations';

/** For a database with `entries` of users and games: see GameChanges. */
export class GameChangesTable extends Migration {
  /** Writes continue while the index of all entries is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
      create table if not exists game_changes (
        guid text primary key,
        last_user uuid not null,
        advanced_at timestamptz not null default clock_timestamp()
      )`);
    // Serves batches of a game's owners in order.
    this.addSql('create index concurrently if not exists entries_of_game_by_user on entries (guid, user_id)');
    this.addSql('drop index concurrently if exists entries_of_game');
  }

  override down(): void {
    this.addSql('create index concurrently if not exists entries_of_game on entries (guid)');
    this.addSql('drop index concurrently if exists entries_of_game_by_user');
    this.addSql('drop table if exists game_changes');
  }
}
