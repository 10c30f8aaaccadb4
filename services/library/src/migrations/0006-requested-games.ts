import { Migration } from '@mikro-orm/migrations';

/** Renamed because the catalog uses the old name for a table of pending requests. */
export class RequestedGames extends Migration {
  override up(): void {
    this.addSql('alter table game_requests rename to requested_games');
    // The previous release runs beside this one; the next release drops the view.
    this.addSql('create view game_requests as select * from requested_games');
  }

  override down(): void {
    this.addSql('drop view if exists game_requests');
    this.addSql('alter table requested_games rename to game_requests');
  }
}
