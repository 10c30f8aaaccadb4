import { Migration } from '@mikro-orm/migrations';

/**
 * The fields that decide whether a user counts in statistics. Existing users do not count until the reconciliation has
 * filled them in.
 */
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
