import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { baseline } from '@nightshelf/platform/database/migrations/baseline.ts';

/**
 * Records which activities happened while others could not see them: the entry was not shared and its owner was
 * private. `is_hidden` follows the entry; `done_hidden` stays until the next activity.
 */
class DeedsDoneHidden extends Migration {
  /** Not transactional, so that writes continue while the index is built and between users. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table deeds add column if not exists done_hidden boolean not null default false');
    // A trigger, so that the previous release sets it too during an upgrade. Unknown users are public, as new ones are.
    this.addSql(`
      create or replace function note_deed_done_hidden() returns trigger language plpgsql as $$
      begin
        new.done_hidden := new.is_hidden and exists (select from users where id = new.user_id and privacy = 'private');
        return new;
      end $$`);
    this.addSql(`create or replace trigger note_deed_done_hidden before insert or update of at on deeds
      for each row execute function note_deed_done_hidden()`);
    this.addSql(
      'create index concurrently if not exists deeds_not_done_hidden on deeds (user_id, at desc) where not done_hidden',
    );
    this.addSql(`
      do $$
      declare
        owner uuid;
      begin
        for owner in select id from users where privacy = 'private' loop
          update deeds set done_hidden = true where user_id = owner and is_hidden and not done_hidden;
          commit;
        end loop;
      end $$`);
  }
}

export const migrations: MigrationList = [
  baseline(new URL('./baseline.sql', import.meta.url), { first: '0001-social', last: '0016-hidden-follows' }),
  { name: '0017-deeds-done-hidden', class: DeedsDoneHidden },
];
