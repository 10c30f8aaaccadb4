import { Migration } from '@mikro-orm/migrations';

/** Since when neither the owner nor a copy has known of a subject. */
class UntoldVersions extends Migration {
  override up(): void {
    this.addSql('alter table inbox_versions add column untold_since timestamptz');
  }

  override down(): void {
    this.addSql('alter table inbox_versions drop column untold_since');
  }
}

export const untoldVersions = { name: 'platform-0007-untold-versions', class: UntoldVersions };
