import { Migration } from '@mikro-orm/migrations';

/** Event tables of every service's database. */
class EventTables extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox (
        id bigint generated always as identity primary key,
        event_id uuid not null unique,
        topic text not null,
        key text not null,
        envelope text not null,
        recorded_at timestamptz not null default now(),
        published_at timestamptz,
        attempts int not null default 0,
        last_error text,
        next_attempt_at timestamptz
      )`);
    this.addSql('create index outbox_unpublished on outbox (id) where published_at is null');
    this.addSql('create index outbox_published on outbox (published_at) where published_at is not null');
    this.addSql(`
      create table outbox_relay (
        bus text primary key,
        generation text not null,
        seen_at timestamptz not null default now()
      )`);
    this.addSql(`
      create table inbox_events (
        consumer text not null,
        event_id uuid not null,
        handled_at timestamptz not null default now(),
        primary key (consumer, event_id)
      )`);
    this.addSql('create index inbox_events_age on inbox_events (handled_at)');
    this.addSql(`
      create table inbox_versions (
        consumer text not null,
        topic text not null,
        subject text not null,
        version bigint not null,
        primary key (consumer, topic, subject)
      )`);
  }

  override down(): void {
    this.addSql('drop table inbox_versions, inbox_events, outbox_relay, outbox');
  }
}

export const eventTables = { name: '0000-event-tables', class: EventTables };
