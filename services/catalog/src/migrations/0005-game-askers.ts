import { Migration } from '@mikro-orm/migrations';

/** The users who requested the games to fetch, so that users take turns. */
export class GameAskers extends Migration {
  override up(): void {
    this.addSql(`
      create table game_askers (
        guid text not null references games_to_fetch on delete cascade,
        user_id uuid not null,
        turn bigint not null,
        waits_until timestamptz not null default now(),
        primary key (user_id, guid)
      )`);
    this.addSql('create index game_askers_of_game on game_askers (guid)');
    this.addSql('create index game_askers_by_turn on game_askers (turn)');
  }

  override down(): void {
    this.addSql('drop table game_askers');
  }
}
