import { Migration } from '@mikro-orm/migrations';

/** Recovery codes are stored as keyed hashes; the secrets of authenticator apps are encrypted. */
export class SecondFactors extends Migration {
  override up(): void {
    this.addSql(`
      create table passkeys (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        credential_id text not null,
        public_key text not null,
        counter bigint not null,
        transports text not null,
        name text not null,
        is_backed_up boolean not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        constraint passkeys_credential unique (credential_id)
      )`);
    this.addSql('create index passkeys_user on passkeys (user_id)');
    this.addSql(`
      create table totp (
        user_id uuid primary key references users (id) on delete cascade,
        secret text not null,
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        last_step bigint not null
      )`);
    this.addSql(`
      create table recovery_codes (
        user_id uuid not null references users (id) on delete cascade,
        code_hash text not null,
        made_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (user_id, code_hash)
      )`);
  }

  override down(): void {
    for (const table of ['recovery_codes', 'totp', 'passkeys']) this.addSql(`drop table ${table}`);
  }
}
