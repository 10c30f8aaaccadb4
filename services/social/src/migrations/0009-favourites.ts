import { Migration } from '@mikro-orm/migrations';

export class Favourites extends Migration {
  override up(): void {
    // A copy of library data, without a foreign key: entries arrive on their own topic, before or after.
    this.addSql('create table favourites (user_id uuid primary key, entry_ids uuid[] not null)');
  }

  override down(): void {
    this.addSql('drop table favourites');
  }
}
