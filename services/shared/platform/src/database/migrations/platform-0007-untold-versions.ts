import { Migration } from '@mikro-orm/migrations';

/** Since when neither the owner of a subject nor a copy has known of it. Costs a row nothing that has none. */
class UntoldVersions extends Migration {
  override up(): void {
    this.addSql('alter table inbox_versions add column untold_since timestamptz');
  }

  override down(): void {
    this.addSql('alter table inbox_versions drop column untold_since');
  }
}

export const untoldVersions = { name: 'platform-0007-untold-versions', class: UntoldVersions };
