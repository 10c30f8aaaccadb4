import { Migration } from '@mikro-orm/migrations';

export class TombstonesOfUser extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Also serves the deletion of all of a user's tombstones.
    this.addSql(
      'create index concurrently if not exists entry_tombstones_of_user on entry_tombstones (user_id, changed_xid)',
    );
    // The new index replaces this one.
    this.addSql('drop index concurrently if exists entry_tombstones_by_change');
  }

  override down(): void {
    this.addSql(
      `create index concurrently if not exists entry_tombstones_by_change on entry_tombstones (user_id, changed_xid)
       where changed_xid is not null`,
    );
    this.addSql('drop index concurrently if exists entry_tombstones_of_user');
  }
}
