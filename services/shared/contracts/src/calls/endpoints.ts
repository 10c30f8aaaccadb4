import type { Endpoint } from '../call.ts';
import * as calls from './index.ts';
import { openLive } from './live.ts';
import { identityCallback } from './redirects.ts';

/** Everything that the services answer, with what the gateway is to hold each of them to. */
export const endpoints: readonly Endpoint[] = [
  ...Object.values(calls).flatMap((group) => Object.values<Endpoint>(group)),
  identityCallback,
];

/** What the gateway answers itself, and describes in a document of its own. */
export const gatewayCalls = [openLive] as const;
