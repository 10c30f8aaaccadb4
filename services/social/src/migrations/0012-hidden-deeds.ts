import { Migration } from '@mikro-orm/migrations';

/**
 * Marks activities whose entries are not shared. Activities written by the previous release may lack the mark and are
 * checked when read.
 */
export class HiddenDeeds extends Migration {
  override up(): void {
    // A trigger, so that the previous release clears the mark too. Locks entries before activities, as entry events do.
    this.addSql(`
      create function note_hidden_deed() returns trigger language plpgsql as $$
      begin
        update deeds set is_hidden = not new.is_shared where entry_id = new.entry_id and is_hidden = new.is_shared;
        return null;
      end $$`);
    this.addSql(`create trigger note_hidden_deed after insert or update of is_shared on entries
      for each row execute function note_hidden_deed()`);
    // A constant default does not rewrite the rows.
    this.addSql('alter table deeds add column is_hidden boolean not null default false');
  }

  override down(): void {
    this.addSql('drop trigger note_hidden_deed on entries');
    this.addSql('drop function note_hidden_deed');
    this.addSql('alter table deeds drop column is_hidden');
  }
}
