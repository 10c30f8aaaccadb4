import { Migration } from '@mikro-orm/migrations';

export class Identities extends Migration {
  override up(): void {
    this.addSql('alter table users alter column password_hash drop not null, alter column email drop not null');
    this.addSql(`
      create table identities (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        provider text not null,
        issuer text not null,
        subject text not null,
        email text,
        linked_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        constraint identities_subject unique (issuer, subject)
      )`);
    this.addSql('create index identities_user on identities (user_id)');
  }

  /** Fails while accounts without a password or address exist. */
  override down(): void {
    this.addSql('drop table identities');
    this.addSql('alter table users alter column password_hash set not null, alter column email set not null');
  }
}
