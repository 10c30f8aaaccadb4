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
  changed_xid xid8,
  tags text[] not null default '{}',
  hours_typed numeric(7, 1),
  unique (user_id, guid),
  check (not (platform_not_listed and platform_id is not null))
);

-- Text instead of jsonb, because it is copied into responses and compared unparsed.
create table games (
  guid text primary key,
  summary text not null check (summary is json object),
  image_url text,
  platform_names jsonb not null
);

create table described_games (
  user_id uuid not null,
  guid text not null,
  summary text not null check (summary is json object),
  image_url text,
  platform_names jsonb not null,
  primary key (guid, user_id)
);

create table game_requests (
  guid text primary key,
  version int not null,
  requested_at timestamptz not null
);

create table libraries (user_id uuid primary key, version bigint not null);

-- Stores whole rows as JSON, so that a removed entry leaves the vault but can return exactly as it was.
create table removed_entries (
  id uuid primary key,
  user_id uuid not null,
  removed_at timestamptz not null,
  entry jsonb not null,
  description jsonb
);
create index removed_entries_by_age on removed_entries (removed_at);

-- Removals, kept longer than any event, so that consumers that missed one can catch up.
create table entry_tombstones (
  entry_id uuid primary key,
  user_id uuid not null,
  guid text not null,
  version int not null,
  removed_at timestamptz not null,
  changed_xid xid8
);
create index entry_tombstones_by_age on entry_tombstones (removed_at);

create table game_changes (
  guid text primary key,
  last_user uuid not null,
  advanced_at timestamptz not null default clock_timestamp()
);
create index entries_of_game_by_user on entries (guid, user_id);
create index described_games_of_user on described_games (user_id);

alter table game_requests rename to requested_games;

-- For releases that use the old name, which the catalog uses for pending requests.
create view game_requests as select * from requested_games;

-- Records the last transaction that changed an entry or a removal; overrides the stored value of a restored row.
create function stamp_change() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
create trigger stamp_change before insert or update on entries
  for each row execute function stamp_change();
create trigger stamp_change before insert or update on entry_tombstones
  for each row execute function stamp_change();

-- A separate table also covers deleted games and keeps rows of games cheap to rewrite.
create table changed_games (guid text primary key, changed_xid xid8 not null);
create index changed_games_by_change on changed_games (changed_xid);

create function note_changed_game() returns trigger language plpgsql as $$
begin
  insert into changed_games values (coalesce(new.guid, old.guid), pg_current_xact_id())
  on conflict (guid) do update set changed_xid = excluded.changed_xid;
  return null;
end $$;
create trigger note_changed_game after insert or update or delete on games
  for each row execute function note_changed_game();
create index entries_by_change on entries (user_id, changed_xid)
  where changed_xid is not null;

create table saved_views (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  name_key text not null,
  query text not null,
  is_default boolean not null,
  position int not null,
  unique (user_id, name_key)
);
create unique index saved_views_default on saved_views (user_id) where is_default;

-- Playthroughs and sessions have no foreign keys, because those of a removed entry stay hidden in place until the
-- removal can no longer be undone.
create table playthroughs (
  id uuid primary key,
  user_id uuid not null,
  entry_id uuid not null,
  version int not null,
  platform_id int,
  platform_not_listed boolean not null,
  copy text,
  started_on date,
  ended_on date,
  hours numeric(7, 1) check (hours >= 0),
  completion text,
  dropped_at text,
  guid text,
  check (not (platform_not_listed and platform_id is not null)),
  check (ended_on >= started_on)
);
create index playthroughs_of_entry on playthroughs (entry_id);
create index playthroughs_of_user on playthroughs (user_id, id);

create table play_sessions (
  id uuid primary key,
  user_id uuid not null,
  entry_id uuid not null,
  playthrough_id uuid,
  version int not null,
  day date not null,
  minutes smallint not null check (minutes between 1 and 1440),
  note text,
  spoiler boolean not null,
  counts boolean not null
);
create index play_sessions_of_entry on play_sessions (entry_id, day, id);
create index play_sessions_by_day on play_sessions (user_id, day, id);

create table game_lists (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  description text,
  version int not null,
  words_version int not null
);
create index game_lists_of_user on game_lists (user_id);

-- No foreign key, because a removed game keeps its place until its removal can no longer be undone.
create table listed_games (
  list_id uuid not null references game_lists on delete cascade,
  entry_id uuid not null,
  rank bigint not null,
  note text,
  note_version int not null default 1,
  primary key (list_id, entry_id),
  unique (list_id, rank) deferrable initially immediate
);
create index listed_games_of_entry on listed_games (entry_id);

-- No foreign key, because a removed entry keeps its place until its removal can no longer be undone.
create table favourites (
  user_id uuid primary key,
  entry_ids uuid[] not null check (cardinality(entry_ids) <= 5),
  version int not null
);

-- For completion times: the users who count.
create table users (id uuid primary key, is_public boolean not null);

create function note_played_game() returns trigger language plpgsql as $$
begin
  new.guid := (select guid from entries where id = new.entry_id);
  return new;
end $$;
create trigger note_played_game before insert on playthroughs
  for each row execute function note_played_game();
create index playthroughs_finished on playthroughs (guid, id)
  where hours > 0 and completion in ('story', 'extras', 'everything');

create table imports (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  source text not null,
  options jsonb not null,
  rule text not null,
  status text not null,
  rows int not null,
  received int not null default 0,
  done int not null default 0,
  begun_at timestamptz not null,
  ended_at timestamptz,
  touched_at timestamptz not null,
  of_sync boolean not null default false
);
create index imports_of_user on imports (user_id, id);
create index imports_under_way on imports (touched_at) where status in ('running', 'undoing');
create index imports_by_age on imports (begun_at);

-- `before` and `after`: the changed fields of an existing entry; for an added one, `after` has its version.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  position int not null,
  given jsonb not null,
  problems jsonb not null,
  match text not null,
  guid text,
  alternatives jsonb not null,
  fate text,
  entry_id uuid,
  before jsonb,
  after jsonb,
  undone text,
  expects jsonb,
  by_others boolean not null default false,
  primary key (import_id, position)
);
create index import_rows_of_game on import_rows (import_id, guid, position);
create index import_rows_waiting on import_rows (import_id, position) where fate is null;

-- The games that users have chosen for names.
create table chosen_games (
  user_id uuid not null,
  title_key text not null,
  guid text,
  primary key (user_id, title_key)
);

-- Normalizes titles: ignores case, width, accents, spaces and punctuation.
create function title_key(title text) returns text language sql immutable parallel safe
return regexp_replace(lower(normalize(translate(title, '™®©', ''), nfkd)), '[\s[:punct:]’‘“”„–—°\u0300-\u036f]+', '', 'g');

create function game_title_key(summary text) returns text language sql immutable parallel safe
return title_key(summary::json ->> 'name');
create index games_by_title on games (game_title_key(summary));

create sequence entry_history_steps;

create table entry_history (
  step bigint not null default nextval('entry_history_steps'),
  at timestamptz not null,
  user_id uuid not null,
  entry_id uuid not null,
  guid text not null,
  kind text not null,
  cause jsonb,
  before jsonb not null,
  after jsonb not null,
  action text,
  follows boolean not null default false
) partition by range (at);
create index entry_history_of_entry on entry_history (user_id, entry_id, step);

-- The default partition accepts rows of months without a partition, so that no write fails.
create table entry_history_rest partition of entry_history default;

create table history_settings (
  user_id uuid primary key,
  keep text not null,
  began_at timestamptz
);

-- When history recording began.
create table history_began (at timestamptz not null);
insert into history_began values (clock_timestamp());

-- Creates partitions for this month and the next two and moves rows there from the default partition. Attaching a
-- partition does not block readers and writers.
create function make_history_months() returns void language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', clock_timestamp() at time zone 'UTC');
  begins timestamptz;
  ends timestamptz;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('entry_history', 0));
  for later in 0..2 loop
    begins := (this_month + make_interval(months => later)) at time zone 'UTC';
    ends := (this_month + make_interval(months => later + 1)) at time zone 'UTC';
    part := 'entry_history_' || to_char(begins at time zone 'UTC', 'YYYY_MM');
    if to_regclass(part) is null then
      execute format('create table %I (like entry_history including defaults including indexes)', part);
      execute format('with moved as (delete from entry_history_rest where at >= %L and at < %L returning *)
        insert into %I select * from moved', begins, ends, part);
      execute format('alter table entry_history attach partition %I for values from (%L) to (%L)',
        part, begins, ends);
    end if;
  end loop;
end $$;
select make_history_months();

create function entry_said(status text, rating int, hours numeric, platform_id int, not_listed boolean, is_shared boolean,
  tags text[]) returns jsonb language sql stable parallel safe
return jsonb_build_object('status', status, 'rating', rating, 'hours_played', hours, 'platform_id',
  case when not_listed then to_jsonb('not_listed'::text) else to_jsonb(platform_id) end,
  'is_shared', is_shared, 'tags', to_jsonb(tags));

-- Statement triggers record every change of entries in its transaction, whoever makes it. The writer sets the cause in
-- `nightshelf.cause`. The first change represents its action (an import, an undo, or what a client names as one), so that
-- an index lists actions in order; two concurrent first changes are both marked as first.
create function record_added() returns trigger language plpgsql as $$
declare
  made_by jsonb := nullif(current_setting('nightshelf.cause', true), '')::jsonb;
  part_of text := history_action(made_by);
  has_begun boolean := false;
begin
  if part_of is not null then
    has_begun := exists (select from entry_history h where h.action = part_of
      and h.user_id = (select user_id from new_rows limit 1));
  end if;
  insert into entry_history (at, user_id, entry_id, guid, kind, cause, before, after, action, follows)
  select clock_timestamp(), n.user_id, n.id, n.guid, 'added', made_by - 'action',
    '{}', entry_said(n.status, n.rating, n.hours_played, n.platform_id, n.platform_not_listed, n.is_shared, n.tags)
      || jsonb_build_object('date_added', n.date_added), part_of,
    part_of is not null and (has_begun or row_number() over () > 1)
  from new_rows n where
    not exists (select from history_settings s where s.user_id = n.user_id and s.keep = 'nothing')
    and not exists (select from erased_users u where u.user_id = n.user_id);
  return null;
end $$;

-- A restored entry continues from the version of its removal.
create function record_removed() returns trigger language plpgsql as $$
declare
  made_by jsonb := nullif(current_setting('nightshelf.cause', true), '')::jsonb;
  part_of text := history_action(made_by);
  has_begun boolean := false;
begin
  if part_of is not null then
    has_begun := exists (select from entry_history h where h.action = part_of
      and h.user_id = (select user_id from old_rows limit 1));
  end if;
  insert into entry_history (at, user_id, entry_id, guid, kind, cause, before, after, action, follows)
  select clock_timestamp(), o.user_id, o.id, o.guid, 'removed', made_by - 'action',
    entry_said(o.status, o.rating, o.hours_played, o.platform_id, o.platform_not_listed, o.is_shared, o.tags)
      || jsonb_build_object('date_added', o.date_added)
      || jsonb_build_object('version', o.version), '{}', part_of,
    part_of is not null and (has_begun or row_number() over () > 1)
  from old_rows o where
    not exists (select from history_settings s where s.user_id = o.user_id and s.keep = 'nothing')
    and not exists (select from erased_users u where u.user_id = o.user_id);
  return null;
end $$;

create function record_changed() returns trigger language plpgsql as $$
declare
  made_by jsonb := nullif(current_setting('nightshelf.cause', true), '')::jsonb;
  part_of text := history_action(made_by);
  has_begun boolean := false;
begin
  if part_of is not null then
    has_begun := exists (select from entry_history h where h.action = part_of
      and h.user_id = (select user_id from new_rows limit 1));
  end if;
  insert into entry_history (at, user_id, entry_id, guid, kind, cause, before, after, action, follows)
  select clock_timestamp(), n.user_id, n.id, n.guid, 'changed', made_by - 'action',
    fields.before, fields.after, part_of,
    part_of is not null and (has_begun or row_number() over () > 1)
  from new_rows n join old_rows o on o.id = n.id
  cross join lateral (
    select jsonb_object_agg(key, b.value) as before, jsonb_object_agg(key, a.value) as after
    from jsonb_each(entry_said(o.status, o.rating, o.hours_played, o.platform_id, o.platform_not_listed, o.is_shared, o.tags)) b
    join jsonb_each(entry_said(n.status, n.rating, n.hours_played, n.platform_id, n.platform_not_listed, n.is_shared, n.tags)) a using (key)
    where a.value <> b.value
  ) fields
  where fields.after is not null and
    not exists (select from history_settings s where s.user_id = n.user_id and s.keep = 'nothing')
    and not exists (select from erased_users u where u.user_id = n.user_id);
  return null;
end $$;
create trigger record_added after insert on entries
  referencing new table as new_rows for each statement execute function record_added();
create trigger record_removed after delete on entries
  referencing old table as old_rows for each statement execute function record_removed();
create trigger record_changed after update on entries
  referencing old table as old_rows new table as new_rows for each statement execute function record_changed();

-- Ignores articles, editions and subtitles, and treats II like 2.
create function loose_title(title text) returns text language sql immutable parallel safe
return regexp_replace(regexp_replace(regexp_replace(translate(title, '™®©', ''),
  '(\s*[-–—:,([]?\s*\m(game of the year(\s+edition)?|goty(\s+edition)?|day one edition|director[’'']?s cut|(\d+(st|nd|rd|th)\s+)?anniversary(\s+edition)?|[[:alpha:]’'']+\s+edition)\M[\s)\]]*)+$', '', 'i'),
  '^\s*(the|a|an)\s+', '', 'i'), ',\s*(the|a|an)(?=\s*$|:)', '', 'i');

create function loose_title_key(title text) returns text language sql immutable parallel safe
return title_key(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(loose_title(title),
  '\sXX\M', ' 20'), '\sXIX\M', ' 19'), '\sXVIII\M', ' 18'), '\sXVII\M', ' 17'), '\sXVI\M', ' 16'), '\sXV\M', ' 15'),
  '\sXIV\M', ' 14'), '\sXIII\M', ' 13'), '\sXII\M', ' 12'), '\sXI\M', ' 11'), '\sIX\M', ' 9'), '\sVIII\M', ' 8'),
  '\sVII\M', ' 7'), '\sVI\M', ' 6'), '\sIV\M', ' 4'), '\sIII\M', ' 3'), '\sII\M', ' 2'), '\sX(?=$|:)', ' 10'),
  '\sV(?=$|:)', ' 5'), '\sI(?=$|:)', ' 1'));

create function short_title_key(title text) returns text language sql immutable parallel safe
return title_key(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(loose_title(title), '(:\s|\s[-–—]\s|\s\().*$', '', 'i'),
  '\sXX\M', ' 20'), '\sXIX\M', ' 19'), '\sXVIII\M', ' 18'), '\sXVII\M', ' 17'), '\sXVI\M', ' 16'), '\sXV\M', ' 15'),
  '\sXIV\M', ' 14'), '\sXIII\M', ' 13'), '\sXII\M', ' 12'), '\sXI\M', ' 11'), '\sIX\M', ' 9'), '\sVIII\M', ' 8'),
  '\sVII\M', ' 7'), '\sVI\M', ' 6'), '\sIV\M', ' 4'), '\sIII\M', ' 3'), '\sII\M', ' 2'), '\sX(?=$|:)', ' 10'),
  '\sV(?=$|:)', ' 5'), '\sI(?=$|:)', ' 1'));

create function game_short_title_key(summary text) returns text language sql immutable parallel safe
return short_title_key(summary::json ->> 'name');
create index games_by_short_title on games (game_short_title_key(summary));

-- Parts that come with the games of our own export.
-- `made_id`: the new or existing record; `place`: its entry, for a place in a list.
create table import_parts (
  import_id uuid not null references imports on delete cascade,
  position int not null,
  kind text not null,
  ref text,
  given jsonb not null,
  fate text,
  made_id uuid,
  place uuid,
  undone text,
  primary key (import_id, position)
);
create index import_parts_waiting on import_parts (import_id, position) where fate is null;
create index import_parts_named on import_parts (import_id, kind, ref) where ref is not null;
create index import_parts_made on import_parts (import_id, made_id) where made_id is not null;

-- `look` identifies the running sync until its lease ends; the result of any other sync is discarded.
create table steam_accounts (
  user_id uuid primary key,
  account text not null,
  steam_id text,
  rule text not null,
  status text not null,
  connected_at timestamptz not null,
  due_at timestamptz not null,
  looked_at timestamptz,
  outcome text,
  import_id uuid,
  failures int not null default 0,
  look uuid,
  leased_until timestamptz
);
create index steam_accounts_due on steam_accounts (due_at);

-- What syncs have imported. `guid`: null for an unmatched game; `hours`: as they were stored in the vault.
create table steam_games (
  user_id uuid not null references steam_accounts on delete cascade,
  app_id bigint not null,
  guid text,
  hours numeric(7, 1),
  primary key (user_id, app_id)
);

create function history_action(cause jsonb) returns text language sql immutable parallel safe
return case when cause ->> 'kind' in ('import', 'import_undone', 'action_undone')
  then (cause ->> 'kind') || ' ' || coalesce(cause ->> 'id', cause ->> 'step')
  else cause ->> 'action' end;
create index entry_history_of_vault on entry_history (user_id, step) where not follows;
create index entry_history_of_action on entry_history (user_id, action, step) where action is not null;
create index chosen_games_by_title on chosen_games (title_key, guid) where guid is not null;

-- Playthroughs, sessions and list places of removed games, kept as long as the history can restore the game.
-- `hours_typed`: the entry's; `session_count`: counts sessions without reading them.
create table removed_belongings (
  entry_id uuid primary key,
  user_id uuid not null,
  guid text not null,
  removed_at timestamptz not null,
  hours_typed numeric(7, 1),
  playthroughs jsonb not null,
  sessions jsonb not null,
  session_count int not null,
  places jsonb not null
);
create index removed_belongings_of_user on removed_belongings (user_id, entry_id);
create index entries_of_user on entries (user_id, id);
create index entry_tombstones_of_user on entry_tombstones (user_id, changed_xid);
