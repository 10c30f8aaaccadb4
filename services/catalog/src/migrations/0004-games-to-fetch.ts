import { Migration } from '@mikro-orm/migrations';

/** The library counts its requests in a table with the old name. */
export class GamesToFetch extends Migration {
  override up(): void {
    this.addSql('alter table game_requests rename to games_to_fetch');
    this.addSql('alter index game_requests_due rename to games_to_fetch_due');
    // The previous release runs beside this one; the next release drops its view.
    this.addSql('create view game_requests as select * from games_to_fetch');
  }

  override down(): void {
    this.addSql('drop view if exists game_requests');
    this.addSql('alter index games_to_fetch_due rename to game_requests_due');
    this.addSql('alter table games_to_fetch rename to game_requests');
  }
}
