import { Migration } from '@mikro-orm/migrations';

export class Push extends Migration {
  override up(): void {
    this.addSql('alter table notification_settings add column push boolean not null default true');
    // A browser has one endpoint across users; the subscription ends with its session.
    this.addSql(`
      create table push_subscriptions (
        id uuid primary key default uuidv7(),
        user_id uuid not null,
        session_id text not null,
        endpoint text not null unique,
        p256dh text not null,
        auth text not null
      )`);
    this.addSql('create index push_subscriptions_of_user on push_subscriptions (user_id)');
    // One row per kind, however many notifications it covers; due_at is null when none is pending.
    this.addSql(`
      create table push_deliveries (
        subscription_id uuid not null references push_subscriptions (id) on delete cascade,
        kind text not null,
        due_at timestamptz,
        sent_at timestamptz,
        attempts int not null default 0,
        primary key (subscription_id, kind)
      )`);
    this.addSql('create index push_deliveries_due on push_deliveries (due_at) where due_at is not null');
  }

  override down(): void {
    this.addSql('drop table push_deliveries, push_subscriptions');
    this.addSql('alter table notification_settings drop column push');
  }
}
