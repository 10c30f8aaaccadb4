import { Migration } from '@mikro-orm/migrations';

/**
 * Events that the service's consumer could not handle or does not know yet, in the same database as the data they
 * change.
 */
class DeadLetters extends Migration {
  override up(): void {
    // Key and value are bytes, because PostgreSQL may refuse them as text.
    this.addSql(`
      create table dead_letters (
        id bigint generated always as identity primary key,
        consumer text not null,
        topic text not null,
        partition int not null,
        "offset" text not null,
        event_id text,
        type text,
        key bytea not null,
        value bytea not null,
        headers text not null,
        error text not null,
        reason text not null,
        attempts int not null,
        retries int not null default 0,
        put_aside_at timestamptz not null default now(),
        retry_at timestamptz,
        replayed_at timestamptz
      )`);
    // One row for repeated deliveries. Not by event id, because a malformed record may have none.
    this.addSql(`
      create unique index dead_letters_once on dead_letters (consumer, topic, sha256(key || '\\x00'::bytea || value))`);
    this.addSql('create index dead_letters_open on dead_letters (consumer, topic, reason) where replayed_at is null');
    this.addSql(`
      create index dead_letters_due on dead_letters (consumer, retry_at)
      where replayed_at is null and retry_at is not null`);
    this.addSql(`
      create index dead_letters_unknown on dead_letters (consumer, type)
      where replayed_at is null and reason = 'unknown'`);
    this.addSql('create index dead_letters_age on dead_letters (put_aside_at)');
  }

  override down(): void {
    this.addSql('drop table dead_letters');
  }
}

export const deadLetters = { name: 'platform-0002-dead-letters', class: DeadLetters };
