import { Migration } from '@mikro-orm/migrations';

/** Page-only details and cover colours. Both can be fetched again, and need no stored game. */
export class GameDetails extends Migration {
  override up(): void {
    this.addSql(`
      create table game_details (
        guid text primary key,
        data jsonb not null,
        fetched_at timestamptz not null
      )`);
    this.addSql(`
      create table cover_colours (
        guid text primary key,
        cover text not null,
        colours jsonb,
        looked_at timestamptz not null default now()
      )`);
  }

  override down(): void {
    this.addSql('drop table game_details, cover_colours');
  }
}
