create extension if not exists pg_trgm;

-- search_name compares by bytes, so that one index serves equality, prefixes and the result order.
create table games (
  id bigint generated always as identity primary key,
  guid text not null unique,
  data jsonb not null,
  description text,
  search_name text collate "C" not null,
  search_aliases text[] not null,
  search_text text not null,
  content_hash text not null,
  fetched_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index games_by_name on games (search_name);
create index games_by_alias on games using gin (search_aliases);
create index games_by_words on games using gin (search_text gin_trgm_ops);

create table search_words (word text collate "C" primary key, deletes text[] not null);
create index search_words_by_deletes on search_words using gin (deletes);
create index search_words_by_trigrams on search_words using gin (word gin_trgm_ops);

create table vault_entries (entry_id uuid primary key, guid text not null);

-- Only games in vaults, with a copy of their search columns, so that these few have their own indexes.
create table popularity (
  guid text primary key,
  vaults int not null,
  search_name text collate "C",
  search_text text
) with (fillfactor = 80);
create index popularity_by_name on popularity (search_name);
create index popularity_by_words on popularity using gin (search_text gin_trgm_ops);

create table game_requests (
  guid text primary key,
  unknown boolean not null default false,
  attempts int not null default 0,
  requested_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now()
);
create index game_requests_due on game_requests (next_attempt_at) where not unknown;

alter table game_requests rename to games_to_fetch;
alter index game_requests_due rename to games_to_fetch_due;

-- For releases that use the old name.
create view game_requests as select * from games_to_fetch;

-- The users who requested the games to fetch, so that users take turns.
create table game_askers (
  guid text not null references games_to_fetch on delete cascade,
  user_id uuid not null,
  turn bigint not null,
  waits_until timestamptz not null default now(),
  primary key (user_id, guid)
);
create index game_askers_of_game on game_askers (guid);
create index game_askers_by_turn on game_askers (turn);

-- Page-only details and cover colors. Both can be fetched again, and need no stored game.
create table game_details (
  guid text primary key,
  data jsonb not null,
  fetched_at timestamptz not null
);

create table cover_colours (
  guid text primary key,
  cover text not null,
  colours jsonb,
  looked_at timestamptz not null default now()
);

-- Playing times, fetched in batches apart from the details. Null when unknown.
create table game_times (
  guid text primary key,
  times jsonb,
  fetched_at timestamptz not null
);
