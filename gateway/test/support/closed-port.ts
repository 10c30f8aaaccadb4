import { freePort } from '@nightshelf/servers/process/free-port.ts';

/** @returns a port of this machine on which nobody listens, and which the system gives to no connection meanwhile */
export const closedPort = (): Promise<number> => freePort();
