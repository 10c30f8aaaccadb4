import { Migration } from '@mikro-orm/migrations';

/** Stores each delivery's push service. A trigger sets it, so that the previous release's rows have it too. */
export class PushHosts extends Migration {
  override up(): void {
    this.addSql('alter table push_deliveries add column host text');
    this.addSql(`
      create function note_push_host() returns trigger language plpgsql as $$
      begin
        new.host := (select lower(split_part(translate(endpoint, '\\?', '//'), '/', 3)) from push_subscriptions
          where id = new.subscription_id);
        return new;
      end $$`);
    this.addSql(`create trigger note_push_host before insert or update on push_deliveries
      for each row when (new.host is null) execute function note_push_host()`);
  }

  override down(): void {
    this.addSql('drop trigger note_push_host on push_deliveries');
    this.addSql('drop function note_push_host');
    this.addSql('alter table push_deliveries drop column host');
  }
}
