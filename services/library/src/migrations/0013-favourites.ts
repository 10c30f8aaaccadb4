import { Migration } from '@mikro-orm/migrations';

export class Favourites extends Migration {
  override up(): void {
    // No foreign key, because a removed entry keeps its place until its removal can no longer be undone.
    this.addSql(`
      create table favourites (
        user_id uuid primary key,
        entry_ids uuid[] not null check (cardinality(entry_ids) <= 5),
        version int not null
      )`);
  }

  override down(): void {
    this.addSql('drop table favourites');
  }
}
