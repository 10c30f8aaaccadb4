import { Migration } from '@mikro-orm/migrations';

/**
 * Gives PostgreSQL the number of partitions, because its index statistics underestimated a partition's rows so far that
 * each batch read the whole backlog.
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
