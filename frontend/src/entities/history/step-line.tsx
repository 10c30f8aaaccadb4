import type { EntryStep } from '@nightshelf/contracts/entry-history.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { Button } from '../../components/ui/button.tsx';
import { formatMoment } from '../../lib/format.ts';
import { readableValue } from '../conflict/readable-value.ts';
import { conflictTexts } from '../conflict/texts.ts';
import { historyTexts as texts } from './texts.ts';

interface StepLineProps {
  readonly step: EntryStep;
  /** The entry's current state. */
  readonly entry: LibraryEntry;
  /** Nothing has changed since this step. */
  readonly isNow: boolean;
  readonly busy: boolean;
  readonly onBack: () => void;
}

export function StepLine({ step, entry, isNow, busy, onBack }: StepLineProps) {
  const { at, kind, by, changes } = step;
  const time = formatMoment(at);
  const value = (given: EntryStep['changes'][number]['from'], field: EntryStep['changes'][number]['field']) =>
    readableValue(entry, field, given as never);
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-ink-3">
          <span className="font-medium text-ink-1">{texts.kinds[kind]}</span> {texts.by(by)}{' '}
          <time dateTime={at} className="block tabular-nums">
            {time}
          </time>
        </p>
        {kind !== 'removed' && changes.length > 0 && (
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
            {changes.map(({ field, from, to }) => (
              <div key={field} className="contents">
                <dt className="text-ink-2">{conflictTexts.fields[field]}</dt>
                <dd className="[overflow-wrap:anywhere]" dir="auto">
                  {kind === 'changed' && (
                    <>
                      <del className="text-ink-3 no-underline">{value(from, field)}</del>
                      <span aria-hidden="true"> → </span>
                    </>
                  )}
                  <ins className="no-underline">{value(to, field)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {isNow && kind !== 'removed' && <span className="shrink-0 pt-0.5 text-sm text-ink-3">{texts.asItIs}</span>}
      {!isNow && kind !== 'removed' && (
        <Button size="small" disabled={busy} aria-label={texts.backTo(time)} onClick={onBack} className="shrink-0">
          {texts.back}
        </Button>
      )}
    </li>
  );
}
