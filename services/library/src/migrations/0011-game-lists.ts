import { Migration } from '@mikro-orm/migrations';

export class GameLists extends Migration {
  override up(): void {
    this.addSql(`
      create table game_lists (
        id uuid primary key,
        user_id uuid not null,
        name text not null,
        description text,
        version int not null,
        words_version int not null
      )`);
    this.addSql('create index game_lists_of_user on game_lists (user_id)');
    // No foreign key, because a removed game keeps its place until its removal can no longer be undone.
    this.addSql(`
      create table listed_games (
        list_id uuid not null references game_lists on delete cascade,
        entry_id uuid not null,
        rank bigint not null,
        note text,
        note_version int not null default 1,
        primary key (list_id, entry_id),
        unique (list_id, rank) deferrable initially immediate
      )`);
    this.addSql('create index listed_games_of_entry on listed_games (entry_id)');
  }

  override down(): void {
    this.addSql('drop table listed_games, game_lists');
  }
}
