import { Migration } from '@mikro-orm/migrations';

/** Stores archives in 64 KB rows, so that any replica can serve them without loading one whole. */
export class Archives extends Migration {
  override up(): void {
    this.addSql(`
      create table archives (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        asked_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        attempts int not null default 0,
        ready_at timestamptz(3),
        expires_at timestamptz(3) not null,
        bytes int8
      )`);
    this.addSql('create index archives_user on archives (user_id)');
    this.addSql('create unique index archives_one_at_a_time on archives (user_id) where ready_at is null');
    this.addSql('create index archives_due on archives (due_at) where ready_at is null');
    this.addSql(`
      create table archive_chunks (
        archive_id uuid not null references archives (id) on delete cascade,
        attempt int not null,
        position int not null,
        content bytea not null,
        primary key (archive_id, attempt, position)
      )`);
  }

  override down(): void {
    this.addSql('drop table archive_chunks');
    this.addSql('drop table archives');
  }
}
