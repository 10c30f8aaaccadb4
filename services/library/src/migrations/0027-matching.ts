import { Migration } from '@mikro-orm/migrations';

/**
 * Lets a job match rows. A row's `lookup` is 0 until it was matched against stored games, then 1 until the providers
 * were asked. An import stores when matching continues, the lease, and the speed.
 */
export class Matching extends Migration {
  override up(): void {
    this.addSql('alter table import_rows add column lookup smallint not null default 0');
    this.addSql(`
      alter table imports
        add column match_due_at timestamptz,
        add column match_leased_until timestamptz,
        add column match_failures int not null default 0,
        add column match_rows_per_second real,
        add column match_answered_at timestamptz`);
    this.addSql(
      `create index import_rows_pending on import_rows (import_id, lookup, position) where match = 'pending'`,
    );
    this.addSql('create index imports_to_match on imports (match_due_at) where match_due_at is not null');
  }

  override down(): void {
    this.addSql('drop index imports_to_match, import_rows_pending');
    this.addSql(`
      alter table imports drop column match_answered_at, drop column match_rows_per_second, drop column match_failures,
        drop column match_leased_until, drop column match_due_at`);
    this.addSql('alter table import_rows drop column lookup');
  }
}
