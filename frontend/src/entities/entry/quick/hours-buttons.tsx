import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useDispatch } from 'react-redux';
import { alertRaised } from '../../alerts/slice.ts';
import { HourSteps } from './hour-steps.tsx';
import { moreHours, useQuickEdit } from './quick-edit.ts';
import { quickTexts as texts } from './texts.ts';

interface HoursButtonsProps {
  readonly entry: LibraryEntry;
  readonly className?: string;
  /** Class of each button. */
  readonly buttonClassName?: string;
}

export function HoursButtons({ entry, className, buttonClassName }: HoursButtonsProps) {
  const edit = useQuickEdit();
  const dispatch = useDispatch();
  const { game, hours_played } = entry;
  const log = (more: number) => {
    const hours = moreHours(entry, more);
    if (hours === hours_played) dispatch(alertRaised({ tone: 'notice', text: texts.mostHours(game.name, hours) }));
    else edit(entry, { hours_played: hours });
  };
  return (
    <HourSteps
      labelOf={(more) => texts.moreHoursOf(game.name, more)}
      onLog={log}
      className={className}
      buttonClassName={buttonClassName}
    />
  );
}
