import { Migration } from '@mikro-orm/migrations';

/** The catalog has a table of the other name, with what is still to be fetched. */
export class RequestedGames extends Migration {
  override up(): void {
    this.addSql('alter table game_requests rename to requested_games');
    // The release before goes on beside this one; the next drops its view.
    this.addSql('create view game_requests as select * from requested_games');
  }

  override down(): void {
    this.addSql('drop view if exists game_requests');
    this.addSql('alter table requested_games rename to game_requests');
  }
}
