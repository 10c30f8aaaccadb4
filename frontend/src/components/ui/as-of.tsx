import { formatMoment } from '../../lib/format.ts';
import { MessageBox } from './message-box.tsx';

const texts = {
  asOf: (time: string) => `Nightshelf is not reached. This is as of ${time}.`,
  changesLater: 'It can be changed when Nightshelf is there again.',
};

interface AsOfProps {
  /** Milliseconds since 1970; undefined while what is shown is the server's. */
  readonly at: number | undefined;
  /** It can be changed without a network. */
  readonly canChange?: boolean;
  readonly className?: string;
}

/** Says of what was kept as of when it is. */
export function AsOf({ at, canChange = false, className = 'mb-5 text-sm' }: AsOfProps) {
  if (at === undefined) return null;
  const asOf = texts.asOf(formatMoment(at));
  return (
    <MessageBox tone="notice" className={className}>
      {canChange ? asOf : `${asOf} ${texts.changesLater}`}
    </MessageBox>
  );
}
