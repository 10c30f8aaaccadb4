import { Migration } from '@mikro-orm/migrations';

/**
 * Progress of the snapshots that an owner publishes, and what a consumer has received of them. The columns for
 * comparisons (`due_at`, `claim`, `progress`, `untold_since`, ...) stay for the previous release.
 */
class Snapshots extends Migration {
  override up(): void {
    this.addSql(`
      create table snapshots (
        topic text primary key,
        number bigint not null default 0,
        part int,
        after text,
        count int not null default 0,
        due_at timestamptz not null
      )`);
    this.addSql('alter table projection_checks add column closing jsonb');
    // A stable default does not rewrite the table: existing rows count as changed now.
    this.addSql(`
      alter table inbox_versions add column snapshot bigint, add column difference text,
        add column changed_at timestamptz not null default now()`);
    this.addSql('alter table inbox_versions alter column changed_at set default clock_timestamp()');
  }

  override down(): void {
    this.addSql('alter table inbox_versions drop column changed_at, drop column difference, drop column snapshot');
    this.addSql('alter table projection_checks drop column closing');
    this.addSql('drop table snapshots');
  }
}

export const snapshots = { name: 'platform-0011-snapshots', class: Snapshots };
