import type { ImportChange } from '@nightshelf/contracts/imports.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { statusLooks } from '../../entities/status/statuses.ts';
import { formatCount } from '../../lib/format.ts';
import { importsTexts as texts } from './texts.ts';

type Value = ImportChange['from'];

/** Formats a field's value as other pages show it. */
export function inWords(field: ImportChange['field'], value: Value): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return texts.rows.nothing;
  if (Array.isArray(value)) return value.join(', ');
  if (field === 'status') return statusLooks[value as Status].label;
  if (field === 'platform_id') return platformName(value === notListed ? notListed : Number(value)) ?? String(value);
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return typeof value === 'number' ? formatCount(value) : value;
}
