import { Migration } from '@mikro-orm/migrations';

export class GameRequests extends Migration {
  override up(): void {
    this.addSql(`
      create table game_requests (
        guid text primary key,
        unknown boolean not null default false,
        attempts int not null default 0,
        requested_at timestamptz not null default now(),
        next_attempt_at timestamptz not null default now()
      )`);
    this.addSql('create index game_requests_due on game_requests (next_attempt_at) where not unknown');
  }

  override down(): void {
    this.addSql('drop table game_requests');
  }
}
