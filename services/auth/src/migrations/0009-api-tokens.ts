import { Migration } from '@mikro-orm/migrations';

/** Of a token only its secret's hash is kept. What was revoked is gone; the audit trail tells of it. */
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
