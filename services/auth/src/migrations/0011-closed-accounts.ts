import { Migration } from '@mikro-orm/migrations';

export class ClosedAccounts extends Migration {
  override up(): void {
    this.addSql('alter table users add column disabled_at timestamptz(3)');
    // The index is small, and every follow count uses it.
    this.addSql('create index users_not_active on users (id) where not is_active');
  }

  override down(): void {
    this.addSql('drop index users_not_active');
    this.addSql('alter table users drop column disabled_at');
  }
}
