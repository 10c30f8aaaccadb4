create table users (
  id uuid primary key,
  username text not null,
  email text,
  password_hash text,
  first_name text,
  last_name text,
  created_at timestamptz(3) not null,
  is_active boolean not null,
  privacy text not null check (privacy in ('public', 'private')),
  version int not null,
  email_verified_at timestamptz(3),
  disabled_at timestamptz(3)
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));

-- A copy of the social service's follows, without foreign keys: an event may arrive before its users.
create table follows (
  follower_id uuid not null,
  followee_id uuid not null,
  primary key (follower_id, followee_id)
);
create index follows_followee on follows (followee_id);

create table identities (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  linked_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  constraint identities_subject unique (issuer, subject)
);
create index identities_user on identities (user_id);

-- The database stores only hashes of reset tokens; `mails` has the link until the mail is sent or expires.
create table reset_requests (
  id uuid primary key,
  login text not null,
  address text,
  device text,
  asked_at timestamptz(3) not null,
  reason text not null default 'forgotten'
);

create table password_resets (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  reason text not null default 'forgotten'
);
create index password_resets_user on password_resets (user_id, created_at);

create table mails (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  recipient text not null,
  payload jsonb not null,
  expires_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  attempts int not null
);
create index mails_due on mails (due_at);
create index mails_user on mails (user_id);

create table activity (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  at timestamptz(3) not null,
  address text,
  device text,
  detail text
);
-- Ids grow with time, so one index serves the newest lines and paging.
create index activity_user on activity (user_id, id desc);
create index activity_at on activity (at);

-- Recovery codes are stored as keyed hashes; the secrets of authenticator apps are encrypted.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  constraint passkeys_credential unique (credential_id)
);
create index passkeys_user on passkeys (user_id);

create table totp (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  last_step bigint not null
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  made_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- One row per mail about an address; token_hash is null for a mail without a link, which still counts against the
-- limit.
create table address_links (
  id uuid primary key,
  token_hash text unique,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('verify', 'change', 'undo')),
  email text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index address_links_user on address_links (user_id, created_at);
create index address_links_email on address_links (lower(email), created_at);

-- Stores only the hash of each secret. Revoked tokens are deleted; the audit trail records them.
create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  scopes text[] not null,
  secret_hash text not null unique,
  created_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index api_tokens_user on api_tokens (user_id);

-- Stores archives in 64 KB rows, so that any replica can serve them without loading one whole.
create table archives (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  attempts int not null default 0,
  ready_at timestamptz(3),
  expires_at timestamptz(3) not null,
  bytes int8
);
create index archives_user on archives (user_id);
create unique index archives_one_at_a_time on archives (user_id) where ready_at is null;
create index archives_due on archives (due_at) where ready_at is null;

create table archive_chunks (
  archive_id uuid not null references archives (id) on delete cascade,
  attempt int not null,
  position int not null,
  content bytea not null,
  primary key (archive_id, attempt, position)
);
-- The index is small, and every follow count uses it.
create index users_not_active on users (id) where not is_active;
