import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '../migrate.ts';

/**
 * The migration that creates what all migrations up to commit 8092127c created. It has the name of the last of them, so
 * that databases of that commit skip it; `first` is their first one, which only an older database has without the last.
 */
export function baseline(file: URL, { first, last }: { first: string; last: string }): MigrationList[number] {
  const tooOld =
    'This database is older than commit 8092127c, from which this release can migrate. Start that commit once, then this release.';
  return {
    name: last,
    class: class extends Migration {
      override up(): void {
        this.addSql(`
          do $$ begin
            if exists (select from migrations where name = '${first}') then raise exception '${tooOld}'; end if;
          end $$`);
        this.addSql(readFileSync(file, 'utf8'));
      }
    },
  };
}
