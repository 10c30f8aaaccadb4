import { Migration } from '@mikro-orm/migrations';

/** Stores only the hash of each secret. Revoked tokens are deleted; the audit trail records them. */
export class ApiTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table api_tokens (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        name text not null,
        scopes text[] not null,
        secret_hash text not null unique,
        created_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      )`);
    this.addSql('create index api_tokens_user on api_tokens (user_id)');
  }

  override down(): void {
    this.addSql('drop table api_tokens');
  }
}
