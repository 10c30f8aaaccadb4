import { Migration } from '@mikro-orm/migrations';

/** Parts that come with the games of our own export; the previous release ignores them. */
export class ImportParts extends Migration {
  override up(): void {
    // `made_id`: the new or existing record; `place`: its entry, for a place in a list.
    this.addSql(`
      create table import_parts (
        import_id uuid not null references imports on delete cascade,
        position int not null,
        kind text not null,
        ref text,
        given jsonb not null,
        fate text,
        made_id uuid,
        place uuid,
        undone text,
        primary key (import_id, position)
      )`);
    this.addSql('create index import_parts_waiting on import_parts (import_id, position) where fate is null');
    this.addSql('create index import_parts_named on import_parts (import_id, kind, ref) where ref is not null');
    this.addSql('create index import_parts_made on import_parts (import_id, made_id) where made_id is not null');
  }

  override down(): void {
    this.addSql('drop table import_parts');
  }
}
