import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useDispatch } from 'react-redux';
import { cx } from '../../../lib/cx.ts';
import { alertRaised } from '../../alerts/slice.ts';
import { moreHours, useQuickEdit } from './quick-edit.ts';
import { quickTexts as texts } from './texts.ts';

const steps = [0.5, 1, 2];

interface HourStepsProps {
  readonly labelOf: (more: number) => string;
  readonly onLog: (more: number) => void;
  readonly className?: string | undefined;
  readonly buttonClassName?: string | undefined;
}

/** Buttons that add half an hour, one or two. */
export function HourSteps({ labelOf, onLog, className, buttonClassName }: HourStepsProps) {
  return (
    <fieldset aria-label={texts.hours} className={cx('flex min-w-0 gap-1', className)}>
      {steps.map((more) => (
        <button
          key={more}
          type="button"
          data-quick={`hours-${more}`}
          title={texts.hours}
          aria-label={labelOf(more)}
          onClick={() => onLog(more)}
          className={cx(
            'flex-1 rounded-md bg-surface-2 px-0.5 text-xs font-medium whitespace-nowrap text-ink-1 tabular-nums hover:bg-surface-3',
            buttonClassName ?? 'min-h-11 pointer-fine:min-h-8',
          )}
        >
          {texts.moreHours(more)}
        </button>
      ))}
    </fieldset>
  );
}

interface HoursButtonsProps extends Pick<HourStepsProps, 'className' | 'buttonClassName'> {
  readonly entry: LibraryEntry;
}

/** Hour steps for an entry; a click is saved immediately. */
export function HoursButtons({ entry, ...classes }: HoursButtonsProps) {
  const edit = useQuickEdit();
  const dispatch = useDispatch();
  const { game, hours_played } = entry;
  const log = (more: number) => {
    const hours = moreHours(entry, more);
    if (hours === hours_played) dispatch(alertRaised({ tone: 'notice', text: texts.mostHours(game.name, hours) }));
    else edit(entry, { hours_played: hours });
  };
  return <HourSteps {...classes} labelOf={(more) => texts.moreHoursOf(game.name, more)} onLog={log} />;
}
