import { Migration } from '@mikro-orm/migrations';

export class Digests extends Migration {
  override up(): void {
    // Of those who want a mail every week: when it is looked next whether there is anything to tell, and up to when was looked.
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
