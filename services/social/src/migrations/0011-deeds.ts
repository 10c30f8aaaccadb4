import { Migration } from '@mikro-orm/migrations';

export class Deeds extends Migration {
  override up(): void {
    // The last activity per entry. A separate table, because entries is a copy that may be rebuilt and this is not.
    this.addSql(`
      create table deeds (
        entry_id uuid primary key,
        user_id uuid not null,
        kind text not null,
        at timestamptz(3) not null
      )`);
    this.addSql('create index deeds_of_user on deeds (user_id, at desc)');
    this.addSql('create index deeds_by_age on deeds (at)');
  }

  override down(): void {
    this.addSql('drop table deeds');
  }
}
