import { Migration } from '@mikro-orm/migrations';

/**
 * Deeds of which is known that their entries are not shared. What the release before writes, which goes on beside this one, is not known
 * to be hidden, and looked at.
 */
export class HiddenDeeds extends Migration {
  override up(): void {
    // A trigger, so that what the release before shares is hidden no more, either. First entries, then deeds, as events of entries do.
    this.addSql(`
      create function note_hidden_deed() returns trigger language plpgsql as $$
      begin
        update deeds set is_hidden = not new.is_shared where entry_id = new.entry_id and is_hidden = new.is_shared;
        return null;
      end $$`);
    this.addSql(`create trigger note_hidden_deed after insert or update of is_shared on entries
      for each row execute function note_hidden_deed()`);
    // A default that is a constant: no row is written.
    this.addSql('alter table deeds add column is_hidden boolean not null default false');
  }

  override down(): void {
    this.addSql('drop trigger note_hidden_deed on entries');
    this.addSql('drop function note_hidden_deed');
    this.addSql('alter table deeds drop column is_hidden');
  }
}
