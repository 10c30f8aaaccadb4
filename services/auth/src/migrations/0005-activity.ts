import { Migration } from '@mikro-orm/migrations';

export class Activity extends Migration {
  override up(): void {
    this.addSql(`
      create table activity (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        kind text not null,
        at timestamptz(3) not null,
        address text,
        device text,
        detail text
      )`);
    // Ids grow with time, so one index serves the newest lines and paging.
    this.addSql('create index activity_user on activity (user_id, id desc)');
    this.addSql('create index activity_at on activity (at)');
  }

  override down(): void {
    this.addSql('drop table activity');
  }
}
