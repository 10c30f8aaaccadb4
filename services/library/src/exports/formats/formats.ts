import type { ExportFormat } from '@nightshelf/contracts/export-formats.ts';
import type { Format } from './format.ts';
import { grouvee } from './grouvee.ts';
import { igdb } from './igdb.ts';
import { yamtrack } from './yamtrack.ts';

export const formats: Readonly<Record<ExportFormat, Format>> = { yamtrack, grouvee, igdb };
