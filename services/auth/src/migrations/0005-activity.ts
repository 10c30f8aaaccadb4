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
    // Ids grow with time: one index serves both the newest lines and the paging behind one of them.
    this.addSql('create index activity_user on activity (user_id, id desc)');
    this.addSql('create index activity_at on activity (at)');
  }

  override down(): void {
    this.addSql('drop table activity');
  }
}
