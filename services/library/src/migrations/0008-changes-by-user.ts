import { Migration } from '@mikro-orm/migrations';

const tables = ['entries', 'entry_tombstones'];

export class ChangesByUser extends Migration {
  /** Builds the indexes concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const table of tables) {
      this.addSql(
        `create index concurrently if not exists ${table}_by_change on ${table} (user_id, changed_xid)
         where changed_xid is not null`,
      );
    }
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop index concurrently if exists ${table}_by_change`);
  }
}
