import { Migration } from '@mikro-orm/migrations';

/**
 * Rows are matched by a job. `lookup` of a row: 0 until catalog has been asked what it has stored, 1 until it has asked the providers.
 * An import remembers when it is to be gone on with, which process does so, and how fast it went.
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
