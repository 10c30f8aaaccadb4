import { Migration } from '@mikro-orm/migrations';

/** The database stores only hashes of reset tokens; `mails` has the link until the mail is sent or expires. */
export class Recovery extends Migration {
  override up(): void {
    this.addSql(`
      create table reset_requests (
        id uuid primary key,
        login text not null,
        address text,
        device text,
        asked_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table password_resets (
        token_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    this.addSql('create index password_resets_user on password_resets (user_id, created_at)');
    this.addSql(`
      create table mails (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        recipient text not null,
        payload jsonb not null,
        expires_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        attempts int not null
      )`);
    this.addSql('create index mails_due on mails (due_at)');
    this.addSql('create index mails_user on mails (user_id)');
  }

  override down(): void {
    for (const table of ['mails', 'password_resets', 'reset_requests']) this.addSql(`drop table ${table}`);
  }
}
