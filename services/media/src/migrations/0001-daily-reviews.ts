import { Migration } from '@mikro-orm/migrations';

export class DailyReviewsTable extends Migration {
  override up(): void {
    this.addSql(`
      create table daily_reviews (
        date date primary key,
        videos jsonb not null,
        refreshed_at timestamptz not null
      )`);
  }

  override down(): void {
    this.addSql('drop table daily_reviews');
  }
}
