import { Migration } from '@mikro-orm/migrations';

/** Schedule and last result of each topic's comparison with its owner. */
class ProjectionChecks extends Migration {
  override up(): void {
    this.addSql(`
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
        fault text
      )`);
  }

  override down(): void {
    this.addSql('drop table projection_checks');
  }
}

export const projectionChecks = { name: 'platform-0004-projection-checks', class: ProjectionChecks };
