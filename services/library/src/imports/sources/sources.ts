import type { ImportSource } from '@nightshelf/contracts';
import { nightshelf } from './nightshelf.ts';
import type { Source } from './source.ts';
import { table } from './table.ts';

/** Where files may be from, and how their rows are read. */
export const sources: Readonly<Record<ImportSource, Source>> = { nightshelf, table };
