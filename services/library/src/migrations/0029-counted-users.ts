import { Migration } from '@mikro-orm/migrations';

/** What decides whether a user counts in figures over all users. Users of before do not count until the comparison of copies has filled it in. */
export class CountedUsers extends Migration {
  override up(): void {
    this.addSql(
      'alter table users add column created_at timestamptz(3), add column email_verified boolean not null default false',
    );
  }

  override down(): void {
    this.addSql('alter table users drop column created_at, drop column email_verified');
  }
}
