import type { PartFigures } from '@nightshelf/contracts/import-parts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Returns how many parts of each kind an import has, and their outcomes. */
export const partFigures = (em: EntityManager, id: string): Promise<PartFigures[]> =>
  em.execute<PartFigures[]>(
    `select kind, count(*)::int as "all", count(*) filter (where fate = 'added')::int as added,
       count(*) filter (where fate = 'unchanged')::int as unchanged, count(*) filter (where fate = 'left_out')::int as left_out,
       count(*) filter (where undone = 'undone')::int as undone
     from import_parts where import_id = ? group by kind order by min(position)`,
    [id],
  );
