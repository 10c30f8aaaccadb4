import { Migration } from '@mikro-orm/migrations';

export class Favourites extends Migration {
  override up(): void {
    // No reference to entries: one that is removed waits here, unseen, for the undo of that.
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
