import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '../migrate.ts';
import { baseline } from './baseline.ts';

/**
 * What the bus has acknowledged, and the range of outbox ids to publish again, for the one relay that publishes at a
 * time. Empty, so that the first relay of this release publishes the kept events once more. `outbox_shares`,
 * `outbox_relays`, `outbox_waiting_topics` and `outbox_waiting_lines` stay for the previous release.
 */
class OutboxBus extends Migration {
  /** Concurrent builds, because services go on recording events. */
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
}

/**
 * Progress of the snapshots that an owner publishes, and what a consumer has received of them. The columns for
 * comparisons (`due_at`, `claim`, `progress`, `untold_since`, ...) stay for the previous release.
 */
class Snapshots extends Migration {
  override up(): void {
    this.addSql(`
      create table snapshots (
        topic text primary key,
        number bigint not null default 0,
        part int,
        after text,
        count int not null default 0,
        due_at timestamptz not null
      )`);
    this.addSql('alter table projection_checks add column closing jsonb');
    // A stable default does not rewrite the table: existing rows count as changed now.
    this.addSql(`
      alter table inbox_versions add column snapshot bigint, add column difference text,
        add column changed_at timestamptz not null default now()`);
    this.addSql('alter table inbox_versions alter column changed_at set default clock_timestamp()');
  }
}

/**
 * The platform's tables in every service's database, created before the service's own; names begin with `platform-`.
 */
export const platformMigrations: MigrationList = [
  baseline(new URL('./baseline.sql', import.meta.url), {
    first: '0000-event-tables',
    last: 'platform-0009-outbox-topics',
  }),
  { name: 'platform-0010-outbox-bus', class: OutboxBus },
  { name: 'platform-0011-snapshots', class: Snapshots },
];
