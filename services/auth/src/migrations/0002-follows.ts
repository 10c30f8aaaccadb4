import { Migration } from '@mikro-orm/migrations';

/** A copy of the social service's follows, without foreign keys: an event may arrive before its users. */
export class Follows extends Migration {
  override up(): void {
    this.addSql(`
      create table follows (
        follower_id uuid not null,
        followee_id uuid not null,
        primary key (follower_id, followee_id)
      )`);
    this.addSql('create index follows_followee on follows (followee_id)');
  }

  override down(): void {
    this.addSql('drop table follows');
  }
}
