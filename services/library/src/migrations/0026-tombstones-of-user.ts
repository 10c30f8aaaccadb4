import { Migration } from '@mikro-orm/migrations';

export class TombstonesOfUser extends Migration {
  /** Writes go on while the index is built. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // What a user has removed, since a change or at all: whoever is erased has theirs taken away.
    this.addSql(
      'create index concurrently if not exists entry_tombstones_of_user on entry_tombstones (user_id, changed_xid)',
    );
    // The other serves what this one did.
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
