import { freePort } from '@nightshelf/servers/process/kept.ts';

/** Returns a port without a listener, which the system does not reuse for connections. */
export const closedPort = (): Promise<number> => freePort();
