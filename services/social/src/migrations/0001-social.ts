import { Migration } from '@mikro-orm/migrations';

export class Social extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
    this.addSql(`
      create table users (
        id uuid primary key,
        username text not null,
        first_name text,
        last_name text,
        created_at timestamptz(3) not null,
        is_active boolean not null,
        privacy text not null
      )`);
    this.addSql('create index users_name_parts on users using gin (lower(username) gin_trgm_ops)');
    this.addSql('create index users_name_beginnings on users (lower(username) text_pattern_ops)');
    // No foreign key to users: that table is a copy, is emptied for rebuilds and may lag behind.
    this.addSql(`
      create table follows (
        follower_id uuid not null,
        followee_id uuid not null,
        active boolean not null,
        version int not null,
        primary key (follower_id, followee_id),
        check (follower_id <> followee_id)
      )`);
    this.addSql(`
      create table follow_counts (
        user_id uuid primary key,
        followers int not null check (followers >= 0),
        following int not null check (following >= 0)
      )`);
    this.addSql(`
      create table entries (
        entry_id uuid primary key,
        user_id uuid not null,
        guid text not null,
        status text not null,
        rating smallint,
        hours_played numeric(7, 1),
        platform_id int,
        platform_not_listed boolean not null,
        is_shared boolean not null,
        date_added timestamptz(3) not null
      )`);
    this.addSql('create index entries_of_user on entries (user_id)');
    // Text instead of jsonb, because responses copy it unchanged.
    this.addSql(`
      create table games (
        guid text primary key,
        summary text not null check (summary is json object),
        image_url text,
        platform_names jsonb not null
      )`);
  }

  override down(): void {
    this.addSql('drop table games, entries, follow_counts, follows, users');
  }
}
