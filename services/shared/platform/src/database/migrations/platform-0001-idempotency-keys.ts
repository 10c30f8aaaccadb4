import { Migration } from '@mikro-orm/migrations';

/** What requests with a key came to, for those that are sent again. */
class IdempotencyKeys extends Migration {
  override up(): void {
    // The result is text and not jsonb: it is answered again as it was, in the order of its fields.
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
