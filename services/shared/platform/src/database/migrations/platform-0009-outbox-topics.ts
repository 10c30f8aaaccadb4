import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes of unpublished events by topic and by key, see `OutboxTable.next`. `outbox_unpublished_shares` and
 * `outbox_waiting` stay for the previous release.
 */
class OutboxTopics extends Migration {
  /** Concurrent builds, because services record events meanwhile. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
      create index concurrently if not exists outbox_waiting_topics
      on outbox ((hashtext(key) & 7), topic, id) where num_nulls(published_at) > 0`);
    this.addSql(`
      create index concurrently if not exists outbox_waiting_lines
      on outbox (topic, key, id) where num_nulls(published_at) > 0`);
  }

  override down(): void {
    this.addSql('drop index concurrently if exists outbox_waiting_lines');
    this.addSql('drop index concurrently if exists outbox_waiting_topics');
  }
}

export const outboxTopics = { name: 'platform-0009-outbox-topics', class: OutboxTopics };
