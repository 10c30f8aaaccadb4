import { Migration } from '@mikro-orm/migrations';

export class DeedsNotHidden extends Migration {
  /** Not transactional, so that writes continue while the index is built and between users. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Finds the visible activities of a private user, however many are hidden.
    this.addSql(
      'create index concurrently if not exists deeds_not_hidden on deeds (user_id, at desc) where not is_hidden',
    );
    this.addSql(`
      do $$
      declare
        owner uuid;
      begin
        for owner in select id from users where privacy = 'private' loop
          update deeds d set is_hidden = true from entries e
          where d.user_id = owner and not d.is_hidden and e.entry_id = d.entry_id and not e.is_shared;
          commit;
        end loop;
      end $$`);
  }

  override down(): void {
    this.addSql('drop index concurrently if exists deeds_not_hidden');
  }
}
