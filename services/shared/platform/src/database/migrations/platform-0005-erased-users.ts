import { Migration } from '@mikro-orm/migrations';

/** Ids of deleted users, so that late events restore none of their data. */
class ErasedUsers extends Migration {
  override up(): void {
    this.addSql(`
      create table erased_users (
        user_id uuid primary key,
        version int not null,
        erased_at timestamptz not null default clock_timestamp(),
        turns int not null default 0,
        due_at timestamptz default clock_timestamp()
      )`);
    this.addSql('create index erased_users_due on erased_users (due_at) where due_at is not null');
  }

  override down(): void {
    this.addSql('drop table erased_users');
  }
}

export const erasedUsers = { name: 'platform-0005-erased-users', class: ErasedUsers };
