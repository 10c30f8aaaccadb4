import { Migration } from '@mikro-orm/migrations';

export class Library extends Migration {
  override up(): void {
    this.addSql(`
      create table entries (
        id uuid primary key,
        user_id uuid not null,
        guid text not null,
        status text not null,
        rating smallint check (rating between 1 and 10),
        hours_played numeric(7, 1) check (hours_played >= 0),
        platform_id int,
        platform_not_listed boolean not null default false,
        is_shared boolean not null default false,
        date_added timestamptz(3) not null,
        version int not null,
        unique (user_id, guid),
        check (not (platform_not_listed and platform_id is not null))
      )`);
    this.addSql('create index entries_of_game on entries (guid)');
    // Text instead of jsonb, because it is copied into responses and compared unparsed.
    this.addSql(`
      create table games (
        guid text primary key,
        summary text not null check (summary is json object),
        image_url text,
        platform_names jsonb not null
      )`);
    this.addSql(`
      create table described_games (
        user_id uuid not null,
        guid text not null,
        summary text not null check (summary is json object),
        image_url text,
        platform_names jsonb not null,
        primary key (guid, user_id)
      )`);
    this.addSql(`
      create table game_requests (
        guid text primary key,
        version int not null,
        requested_at timestamptz not null
      )`);
    this.addSql('create table libraries (user_id uuid primary key, version bigint not null)');
  }

  override down(): void {
    this.addSql('drop table libraries, game_requests, described_games, games, entries');
  }
}
