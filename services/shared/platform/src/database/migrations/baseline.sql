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
);
create index outbox_unpublished on outbox (id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;

create table outbox_relay (
  bus text primary key,
  generation text not null,
  seen_at timestamptz not null default now()
);

create table inbox_events (
  consumer text not null,
  event_id uuid not null,
  handled_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index inbox_events_age on inbox_events (handled_at);

create table inbox_versions (
  consumer text not null,
  topic text not null,
  subject text not null,
  version bigint not null,
  untold_since timestamptz,
  primary key (consumer, topic, subject)
);

-- Results of requests with a key, for repeated requests.
-- Text, not jsonb, to return the same response with its fields in the same order.
create table idempotency_keys (
  key text collate "C" primary key,
  user_id uuid,
  fingerprint bytea not null,
  result text,
  noted_at timestamptz not null default clock_timestamp()
);
create index idempotency_keys_age on idempotency_keys (noted_at);

-- Events that the consumer could not handle or does not know yet.
-- Key and value are bytes, because PostgreSQL may refuse them as text.
create table dead_letters (
  id bigint generated always as identity primary key,
  consumer text not null,
  topic text not null,
  partition int not null,
  "offset" text not null,
  event_id text,
  type text,
  key bytea not null,
  value bytea not null,
  headers text not null,
  error text not null,
  reason text not null,
  attempts int not null,
  retries int not null default 0,
  put_aside_at timestamptz not null default now(),
  retry_at timestamptz,
  replayed_at timestamptz
);
-- One row for repeated deliveries. Not by event id, because a malformed record may have none.
create unique index dead_letters_once on dead_letters (consumer, topic, sha256(key || '\x00'::bytea || value));
create index dead_letters_open on dead_letters (consumer, topic, reason) where replayed_at is null;
create index dead_letters_due on dead_letters (consumer, retry_at)
  where replayed_at is null and retry_at is not null;
create index dead_letters_unknown on dead_letters (consumer, type)
  where replayed_at is null and reason = 'unknown';
create index dead_letters_age on dead_letters (put_aside_at);

create table outbox_shares (
  share int primary key,
  holder text,
  fence bigint not null default 0,
  expires_at timestamptz not null default '-infinity',
  bus text,
  marks jsonb not null default '{}',
  again_after bigint,
  again_upto bigint
) with (fillfactor = 50);
insert into outbox_shares (share) select generate_series(0, 7);

create table outbox_relays (relay text primary key, seen_at timestamptz not null);
create index outbox_unpublished_shares on outbox ((hashtext(key) & 7), id) where published_at is null;
create index outbox_waiting on outbox (id) where published_at is null and next_attempt_at is not null;

create table projection_checks (
  topic text primary key,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  rebuild boolean not null default false,
  claim uuid,
  claimed_at timestamptz,
  claimed_until timestamptz,
  finished_at timestamptz,
  verified_at timestamptz,
  report jsonb,
  fault text,
  begun_at timestamptz,
  progress jsonb
);

-- Ids of deleted users, so that late events restore none of their data.
create table erased_users (
  user_id uuid primary key,
  version int not null,
  erased_at timestamptz not null default clock_timestamp(),
  turns int not null default 0,
  due_at timestamptz default clock_timestamp()
);
create index erased_users_due on erased_users (due_at) where due_at is not null;
create statistics outbox_share on (hashtext(key) & 7) from outbox;
create index outbox_waiting_topics
  on outbox ((hashtext(key) & 7), topic, id) where num_nulls(published_at) > 0;
create index outbox_waiting_lines
  on outbox (topic, key, id) where num_nulls(published_at) > 0;
