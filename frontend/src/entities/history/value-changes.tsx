import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { cx } from '../../lib/cx.ts';
import { type EntryField, readableValue } from '../conflict/readable-value.ts';
import { conflictTexts } from '../conflict/texts.ts';

interface ValueChangesProps {
  readonly entry: LibraryEntry;
  readonly changes: readonly { readonly field: EntryField; readonly from?: unknown; readonly to?: unknown }[];
  readonly className?: string;
}

/** Lists changed fields with their values before and after; undefined values are not shown. */
export function ValueChanges({ entry, changes, className }: ValueChangesProps) {
  return (
    <dl className={cx('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm', className)}>
      {changes.map(({ field, from, to }) => (
        <div key={field} className="contents">
          <dt className="text-ink-2">{conflictTexts.fields[field]}</dt>
          <dd className="[overflow-wrap:anywhere]" dir="auto">
            {from !== undefined && (
              <>
                <del className="text-ink-3 no-underline">{readableValue(entry, field, from as never)}</del>
                <span aria-hidden="true"> → </span>
              </>
            )}
            {to !== undefined && <ins className="no-underline">{readableValue(entry, field, to as never)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
