import { Migration } from '@mikro-orm/migrations';

export class Digests extends Migration {
  override up(): void {
    // Users who want a weekly mail: the time of the next check, and of the last one.
    this.addSql(`
      create table digests (
        user_id uuid primary key,
        due_at timestamptz not null,
        looked_at timestamptz(3) not null default clock_timestamp()
      )`);
    this.addSql('create index digests_due on digests (due_at)');
  }

  override down(): void {
    this.addSql('drop table digests');
  }
}
