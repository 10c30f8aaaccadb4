import { Migration } from '@mikro-orm/migrations';

/** Results of requests with a key, for repeated requests. */
class IdempotencyKeys extends Migration {
  override up(): void {
    // Text, not jsonb, to return the same response with its fields in the same order.
    this.addSql(`
      create table idempotency_keys (
        key text collate "C" primary key,
        user_id uuid,
        fingerprint bytea not null,
        result text,
        noted_at timestamptz not null default clock_timestamp()
      )`);
    this.addSql('create index idempotency_keys_age on idempotency_keys (noted_at)');
  }

  override down(): void {
    this.addSql('drop table idempotency_keys');
  }
}

export const idempotencyKeys = { name: 'platform-0001-idempotency-keys', class: IdempotencyKeys };
