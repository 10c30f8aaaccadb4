import type { Endpoint } from '../call.ts';
import * as calls from './index.ts';
import { openLive } from './live.ts';
import { identityCallback } from './redirects.ts';

/** All calls of the services, with what the gateway enforces for each. */
export const endpoints: readonly Endpoint[] = [
  ...Object.values(calls).flatMap((group) => Object.values<Endpoint>(group)),
  identityCallback,
];

/** Calls that the gateway itself serves and documents. */
export const gatewayCalls = [openLive] as const;
