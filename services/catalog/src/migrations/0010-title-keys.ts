import { Migration } from '@mikro-orm/migrations';

/**
 * Keys that match games to import rows, filled by a job (`keys_version`), and a coarse popularity `step`, computed
 * nightly to hide single changes.
 */
export class TitleKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table games
        add column title_keys text[] not null default '{}',
        add column short_key text collate "C" not null default '',
        add column keys_version int not null default 0`);
    this.addSql('create index games_by_title_key on games using gin (title_keys)');
    this.addSql(`create index games_by_short_key on games (short_key) where short_key <> ''`);
    this.addSql(`
      alter table catalogue_rows
        add column title_keys text[] not null default '{}',
        add column short_key text collate "C" not null default ''`);
    this.addSql('alter table popularity add column step int not null default 0');
  }

  override down(): void {
    this.addSql('alter table popularity drop column step');
    this.addSql('alter table catalogue_rows drop column short_key, drop column title_keys');
    this.addSql('alter table games drop column keys_version, drop column short_key, drop column title_keys');
  }
}
