import { Migration } from '@mikro-orm/migrations';

export class SavedViews extends Migration {
  override up(): void {
    this.addSql(`
      create table saved_views (
        id uuid primary key,
        user_id uuid not null,
        name text not null,
        name_key text not null,
        query text not null,
        is_default boolean not null,
        position int not null,
        unique (user_id, name_key)
      )`);
    this.addSql('create unique index saved_views_default on saved_views (user_id) where is_default');
  }

  override down(): void {
    this.addSql('drop table saved_views');
  }
}
