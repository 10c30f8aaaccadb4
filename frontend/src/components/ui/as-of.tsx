import { formatMoment } from '../../lib/format.ts';
import { MessageBox } from './message-box.tsx';

const texts = {
  asOf: (time: string) => `You’re offline. Last updated ${time}.`,
  changesLater: 'You can make changes when you’re back online.',
};

interface AsOfProps {
  /** Milliseconds since 1970; undefined or null while the data is current. */
  readonly at: number | null | undefined;
  /** Replaces the usual text. */
  readonly text?: (time: string) => string;
  /** The data can be changed offline. */
  readonly canChange?: boolean;
  readonly className?: string;
}

/** Shows the time of stored data. */
export function AsOf({ at, text, canChange = text !== undefined, className = 'mb-5 text-sm' }: AsOfProps) {
  if (at === undefined || at === null) return null;
  const asOf = (text ?? texts.asOf)(formatMoment(at));
  return (
    <MessageBox tone="notice" className={className}>
      {canChange ? asOf : `${asOf} ${texts.changesLater}`}
    </MessageBox>
  );
}
