import { Migration } from '@mikro-orm/migrations';

const everybody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Records how far closed accounts are hidden from others' counts. A trigger records the previous release's changes,
 * which are never partial.
 */
export class HiddenFollows extends Migration {
  override up(): void {
    this.addSql(`
      create table hidden_follows (
        user_id uuid primary key,
        up_to uuid not null,
        unfinished boolean not null
      )`);
    this.addSql('create index hidden_follows_unfinished on hidden_follows (user_id) where unfinished');
    this.addSql(`
      create function note_hidden() returns trigger language plpgsql as $$
      begin
        if new.is_active then
          delete from hidden_follows where user_id = new.id and up_to = '${everybody}';
        else
          insert into hidden_follows values (new.id, '${everybody}', false) on conflict do nothing;
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger note_hidden after insert or update of is_active on users
      for each row execute function note_hidden()`);
    this.addSql(`insert into hidden_follows select id, '${everybody}', false from users where not is_active`);
  }

  override down(): void {
    this.addSql('drop trigger note_hidden on users');
    this.addSql('drop function note_hidden');
    this.addSql('drop table hidden_follows');
  }
}
