import { Migration } from '@mikro-orm/migrations';

/**
 * How many shares there are, which PostgreSQL does not take from its statistics of the index: it took a share for a few rows in a thousand,
 * and read all that waits of it for every batch.
 */
class ShareStatistics extends Migration {
  override up(): void {
    this.addSql('create statistics outbox_share on (hashtext(key) & 7) from outbox');
  }

  override down(): void {
    this.addSql('drop statistics outbox_share');
  }
}

export const shareStatistics = { name: 'platform-0008-share-statistics', class: ShareStatistics };
