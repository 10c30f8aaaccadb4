create table daily_reviews (
  date date primary key,
  videos jsonb not null,
  refreshed_at timestamptz not null
);
