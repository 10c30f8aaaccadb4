import { type ComponentType, lazy } from 'react';
import { loadCode } from '../../lib/resend.ts';

/** What is not seen at first, in a file of its own. Whoever cannot have it misses nothing else. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    loadCode(load).then(
      (found) => ({ default: found }),
      () => ({ default: () => null }),
    ),
  );
