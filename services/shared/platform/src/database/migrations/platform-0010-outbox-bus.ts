import { Migration } from '@mikro-orm/migrations';

/**
 * What the bus has acknowledged, and the range of outbox ids to publish again, for the one relay that publishes at a
 * time. Empty, so that the first relay of this release publishes the kept events once more. `outbox_shares`,
 * `outbox_relays`, `outbox_waiting_topics` and `outbox_waiting_lines` stay for the previous release.
 */
class OutboxBus extends Migration {
  /** Concurrent builds, because services record events meanwhile. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
      create table if not exists outbox_bus (
        one boolean primary key default true check (one),
        bus text,
        positions jsonb not null default '{}',
        again_after bigint,
        again_upto bigint
      ) with (fillfactor = 50)`);
    this.addSql('insert into outbox_bus default values on conflict do nothing');
    this.addSql(`
      create index concurrently if not exists outbox_pending on outbox (topic, id) where num_nulls(published_at) > 0`);
    this.addSql('drop index concurrently if exists outbox_unpublished_shares');
    this.addSql('drop index concurrently if exists outbox_waiting');
    this.addSql('drop table if exists outbox_relay');
  }

  override down(): void {
    this.addSql(`
      create table outbox_relay (
        bus text primary key,
        generation text not null,
        seen_at timestamptz not null default now()
      )`);
    this.addSql(
      'create index outbox_waiting on outbox (id) where published_at is null and next_attempt_at is not null',
    );
    this.addSql(
      'create index outbox_unpublished_shares on outbox ((hashtext(key) & 7), id) where published_at is null',
    );
    this.addSql('drop index concurrently if exists outbox_pending');
    this.addSql('drop table outbox_bus');
  }
}

export const outboxBus = { name: 'platform-0010-outbox-bus', class: OutboxBus };
