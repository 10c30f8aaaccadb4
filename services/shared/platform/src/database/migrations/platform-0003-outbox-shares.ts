import { Migration } from '@mikro-orm/migrations';

/**
 * Lease of each outbox partition, its acknowledged offsets, and the range to publish again. `outbox_relay` stays for
 * the previous release.
 */
class OutboxShares extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox_shares (
        share int primary key,
        holder text,
        fence bigint not null default 0,
        expires_at timestamptz not null default '-infinity',
        bus text,
        marks jsonb not null default '{}',
        again_after bigint,
        again_upto bigint
      ) with (fillfactor = 50)`);
    this.addSql('insert into outbox_shares (share) select generate_series(0, 7)');
    this.addSql('create table outbox_relays (relay text primary key, seen_at timestamptz not null)');
    this.addSql(
      'create index outbox_unpublished_shares on outbox ((hashtext(key) & 7), id) where published_at is null',
    );
    this.addSql(
      'create index outbox_waiting on outbox (id) where published_at is null and next_attempt_at is not null',
    );
  }

  override down(): void {
    this.addSql('drop index outbox_unpublished_shares, outbox_waiting');
    this.addSql('drop table outbox_relays, outbox_shares');
  }
}

export const outboxShares = { name: 'platform-0003-outbox-shares', class: OutboxShares };
