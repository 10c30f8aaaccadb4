import { messageOf } from '../../lib/api-errors.ts';
import { isNotConfirmed } from '../../lib/confirmation.ts';
import { MessageBox } from './message-box.tsx';

interface RefusalProps {
  /** Error of a call; undefined or null without one. */
  readonly error: unknown;
  /** Text of an error without a message. */
  readonly fallback: string;
  readonly className?: string;
}

/** Why a call failed. Shows nothing when the user declined to confirm their identity. */
export function Refusal({ error, fallback, className = 'mb-4' }: RefusalProps) {
  if (!error || isNotConfirmed(error)) return null;
  return <MessageBox className={className}>{messageOf(error, fallback)}</MessageBox>;
}
