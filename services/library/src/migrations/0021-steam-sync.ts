import { Migration } from '@mikro-orm/migrations';

/** Steam accounts that vaults sync with; the previous release does not sync. */
export class SteamSync extends Migration {
  override up(): void {
    // `look` identifies the running sync until its lease ends; the result of any other sync is discarded.
    this.addSql(`
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
      )`);
    this.addSql('create index steam_accounts_due on steam_accounts (due_at)');
    // What syncs have imported. `guid`: null for an unmatched game; `hours`: as they were stored in the vault.
    this.addSql(`
      create table steam_games (
        user_id uuid not null references steam_accounts on delete cascade,
        app_id bigint not null,
        guid text,
        hours numeric(7, 1),
        primary key (user_id, app_id)
      )`);
    this.addSql('alter table imports add column of_sync boolean not null default false');
    // What the last sync stored: a row only changes fields that still have this value.
    this.addSql('alter table import_rows add column expects jsonb');
  }

  override down(): void {
    this.addSql('alter table import_rows drop column expects');
    this.addSql('alter table imports drop column of_sync');
    this.addSql('drop table steam_games, steam_accounts');
  }
}
