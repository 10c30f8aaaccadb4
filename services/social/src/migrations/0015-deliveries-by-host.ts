import { Migration } from '@mikro-orm/migrations';

export class DeliveriesByHost extends Migration {
  /** Writes go on while the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Of what waits; the trigger knows the host.
    this.addSql('update push_deliveries set host = null where due_at is not null and host is null');
    this.addSql(`create index concurrently if not exists push_deliveries_by_host on push_deliveries (host, due_at)
      where due_at is not null`);
    // The other serves what this one did.
    this.addSql('drop index concurrently if exists push_deliveries_due');
  }

  override down(): void {
    this.addSql(`create index concurrently if not exists push_deliveries_due on push_deliveries (due_at)
      where due_at is not null`);
    this.addSql('drop index concurrently if exists push_deliveries_by_host');
  }
}
