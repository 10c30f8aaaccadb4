create extension if not exists pg_trgm;

create table users (
  id uuid primary key,
  username text not null,
  first_name text,
  last_name text,
  created_at timestamptz(3) not null,
  is_active boolean not null,
  privacy text not null
);
create index users_name_parts on users using gin (lower(username) gin_trgm_ops);
create index users_name_beginnings on users (lower(username) text_pattern_ops);

-- No foreign key to users: that table is a copy, is emptied for rebuilds and may lag behind.
create table follows (
  follower_id uuid not null,
  followee_id uuid not null,
  active boolean not null,
  version int not null,
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);

create table follow_counts (
  user_id uuid primary key,
  followers int not null check (followers >= 0),
  following int not null check (following >= 0)
);

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
  date_added timestamptz(3) not null,
  version int not null default 1
);

-- Text instead of jsonb, because responses copy it unchanged.
create table games (
  guid text primary key,
  summary text not null check (summary is json object),
  image_url text,
  platform_names jsonb not null
);

-- A sequence that is never reset, so that a version from before a rebuild never recurs.
create sequence library_changes;

create table library_versions (user_id uuid primary key, version bigint not null);

create table game_changes (
  guid text primary key,
  last_user uuid not null,
  advanced_at timestamptz not null default clock_timestamp()
);
create index entries_of_game_by_user on entries (guid, user_id);

-- Stores only ids; names and visibility are looked up when a notification is shown.
create table notifications (
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  actor_id uuid,
  guid text,
  created_at timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz(3),
  primary key (user_id, id)
);
create unique index notifications_once on notifications (user_id, kind, actor_id, guid)
  nulls not distinct;
create index notifications_of_actor on notifications (actor_id);
create index notifications_by_age on notifications (created_at);

create table notification_settings (
  user_id uuid not null,
  kind text not null,
  is_on boolean not null,
  push boolean not null default true,
  primary key (user_id, kind)
);

create table notification_spreads (
  id uuid primary key default uuidv7(),
  kind text not null,
  actor_id uuid,
  guid text not null,
  last_user uuid not null default '00000000-0000-0000-0000-000000000000',
  advanced_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (kind, actor_id, guid)
);

create table release_rounds (
  day date primary key,
  last_guid text not null default '',
  is_done boolean not null default false
);
create index follows_in_order on follows (followee_id, follower_id);

-- A browser has one endpoint across users; the subscription ends with its session.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  session_id text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- One row per kind, however many notifications it covers; due_at is null when none is pending.
create table push_deliveries (
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  kind text not null,
  due_at timestamptz,
  sent_at timestamptz,
  attempts int not null default 0,
  host text,
  primary key (subscription_id, kind)
);

-- Users who want a weekly mail: the time of the next check, and of the last one.
create table digests (
  user_id uuid primary key,
  due_at timestamptz not null,
  looked_at timestamptz(3) not null default clock_timestamp()
);
create index digests_due on digests (due_at);

-- A copy of library data, without a foreign key: entries arrive on their own topic, before or after.
create table favourites (user_id uuid primary key, entry_ids uuid[] not null);
create index entries_rated on entries (guid, entry_id)
  include (user_id, rating) where rating > 0;
create index entries_of_user_and_game on entries (user_id, guid);

-- The last activity per entry. A separate table, because entries is a copy that may be rebuilt and this is not.
create table deeds (
  entry_id uuid primary key,
  user_id uuid not null,
  kind text not null,
  at timestamptz(3) not null,
  is_hidden boolean not null default false
);
create index deeds_of_user on deeds (user_id, at desc);
create index deeds_by_age on deeds (at);

-- Keeps `is_hidden` as the entry is shared. Locks entries before activities, as entry events do.
create function note_hidden_deed() returns trigger language plpgsql as $$
begin
  update deeds set is_hidden = not new.is_shared where entry_id = new.entry_id and is_hidden = new.is_shared;
  return null;
end $$;
create trigger note_hidden_deed after insert or update of is_shared on entries
  for each row execute function note_hidden_deed();
create index deeds_not_hidden on deeds (user_id, at desc) where not is_hidden;

create function note_push_host() returns trigger language plpgsql as $$
begin
  new.host := (select lower(split_part(translate(endpoint, '\?', '//'), '/', 3)) from push_subscriptions
    where id = new.subscription_id);
  return new;
end $$;
create trigger note_push_host before insert or update on push_deliveries
  for each row when (new.host is null) execute function note_push_host();
create index push_deliveries_by_host on push_deliveries (host, due_at)
  where due_at is not null;

-- How far closed accounts are hidden from others' counts.
create table hidden_follows (
  user_id uuid primary key,
  up_to uuid not null,
  unfinished boolean not null
);
create index hidden_follows_unfinished on hidden_follows (user_id) where unfinished;

create function note_hidden() returns trigger language plpgsql as $$
begin
  if new.is_active then
    delete from hidden_follows where user_id = new.id and up_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  else
    insert into hidden_follows values (new.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff', false) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger note_hidden after insert or update of is_active on users
  for each row execute function note_hidden();
