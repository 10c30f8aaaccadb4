import { type ComponentType, lazy } from 'react';
import { loadCode } from '../../lib/resend.ts';

/** Loads an initially invisible component in its own chunk; renders nothing if that fails. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    loadCode(load).then(
      (found) => ({ default: found }),
      () => ({ default: () => null }),
    ),
  );
