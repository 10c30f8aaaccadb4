import { Migration } from '@mikro-orm/migrations';

/** Start and progress of each comparison. */
class ComparisonProgress extends Migration {
  override up(): void {
    this.addSql('alter table projection_checks add column begun_at timestamptz, add column progress jsonb');
  }

  override down(): void {
    this.addSql('alter table projection_checks drop column begun_at, drop column progress');
  }
}

export const comparisonProgress = { name: 'platform-0006-comparison-progress', class: ComparisonProgress };
