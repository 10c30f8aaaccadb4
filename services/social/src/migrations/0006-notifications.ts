import { Migration } from '@mikro-orm/migrations';

export class Notifications extends Migration {
  /** Not transactional, so that writes continue while the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Stores only ids; names and visibility are looked up when a notification is shown.
    this.addSql(`
      create table if not exists notifications (
        user_id uuid not null,
        id uuid not null,
        kind text not null,
        actor_id uuid,
        guid text,
        created_at timestamptz(3) not null default clock_timestamp(),
        read_at timestamptz(3),
        primary key (user_id, id)
      )`);
    this.addSql(`
      create unique index if not exists notifications_once on notifications (user_id, kind, actor_id, guid)
      nulls not distinct`);
    this.addSql('create index if not exists notifications_of_actor on notifications (actor_id)');
    this.addSql('create index if not exists notifications_by_age on notifications (created_at)');
    this.addSql(`
      create table if not exists notification_settings (
        user_id uuid not null,
        kind text not null,
        is_on boolean not null,
        primary key (user_id, kind)
      )`);
    this.addSql(`
      create table if not exists notification_spreads (
        id uuid primary key default uuidv7(),
        kind text not null,
        actor_id uuid,
        guid text not null,
        last_user uuid not null default '00000000-0000-0000-0000-000000000000',
        advanced_at timestamptz not null default clock_timestamp(),
        unique nulls not distinct (kind, actor_id, guid)
      )`);
    this.addSql(`
      create table if not exists release_rounds (
        day date primary key,
        last_guid text not null default '',
        is_done boolean not null default false
      )`);
    // Serves ordered batches of followers, and replaces the index of followees alone.
    this.addSql('create index concurrently if not exists follows_in_order on follows (followee_id, follower_id)');
    this.addSql('drop index concurrently if exists follows_of_followee');
  }

  override down(): void {
    this.addSql('create index concurrently if not exists follows_of_followee on follows (followee_id)');
    this.addSql('drop index concurrently if exists follows_in_order');
    this.addSql('drop table if exists notifications, notification_settings, notification_spreads, release_rounds');
  }
}
