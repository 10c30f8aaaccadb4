import { Migration } from '@mikro-orm/migrations';

/** Covers of users' own games, and merges into catalog games. The games themselves are in `described_games`. */
export class OwnGames extends Migration {
  override up(): void {
    this.addSql(`
      create table own_covers (
        user_id uuid not null,
        guid text not null,
        image bytea not null,
        version int not null,
        primary key (user_id, guid)
      )`);
    this.addSql(`
      create table own_game_merges (
        user_id uuid not null,
        guid text not null,
        entry_id uuid not null,
        into_guid text not null,
        summary jsonb not null,
        merged_at timestamptz not null default clock_timestamp(),
        primary key (user_id, guid)
      )`);
  }

  override down(): void {
    this.addSql('drop table own_game_merges, own_covers');
  }
}
