import { Migration } from '@mikro-orm/migrations';

export class GameChanges extends Migration {
  override up(): void {
    // Games of which the vaults of some owners do not tell yet that they show something new.
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
