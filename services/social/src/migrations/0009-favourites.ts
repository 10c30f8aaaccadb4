import { Migration } from '@mikro-orm/migrations';

export class Favourites extends Migration {
  override up(): void {
    // A copy of library's. No reference to entries, which are told of on a topic of their own, before or after.
    this.addSql('create table favourites (user_id uuid primary key, entry_ids uuid[] not null)');
  }

  override down(): void {
    this.addSql('drop table favourites');
  }
}
