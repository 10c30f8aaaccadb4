import { Migration } from '@mikro-orm/migrations';

export class DeliveriesByHost extends Migration {
  /** Not transactional, so that writes continue while the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Touches pending rows, so that the trigger sets their host.
    this.addSql('update push_deliveries set host = null where due_at is not null and host is null');
    this.addSql(`create index concurrently if not exists push_deliveries_by_host on push_deliveries (host, due_at)
      where due_at is not null`);
    // Replaced by the index above.
    this.addSql('drop index concurrently if exists push_deliveries_due');
  }

  override down(): void {
    this.addSql(`create index concurrently if not exists push_deliveries_due on push_deliveries (due_at)
      where due_at is not null`);
    this.addSql('drop index concurrently if exists push_deliveries_by_host');
  }
}
