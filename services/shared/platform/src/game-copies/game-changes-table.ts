import { Migration } from '@mikro-orm/migrations';

/** For a database with `entries` of users and games: see GameChanges. */
export class GameChangesTable extends Migration {
  override up(): void {
    this.addSql(`
      create table game_changes (
        guid text primary key,
        last_user uuid not null,
        advanced_at timestamptz not null default clock_timestamp()
      )`);
    // Owners in order, a part at a time.
    this.addSql('create index entries_of_game_by_user on entries (guid, user_id)');
    this.addSql('drop index entries_of_game');
  }

  override down(): void {
    this.addSql('create index entries_of_game on entries (guid)');
    this.addSql('drop index entries_of_game_by_user');
    this.addSql('drop table game_changes');
  }
}
