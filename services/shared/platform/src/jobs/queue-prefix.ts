import { placeOf } from '../redis/place.ts';

/**
 * What the keys of one of BullMQ's queues begin with. In a cluster its scripts, which change many of them, need all in one slot: that of
 * the name in braces. Elsewhere they are where they have always been, and the jobs that wait there.
 * @param address of the Redis
 */
export const queuePrefix = (address: string, name: string) => (placeOf(address).nodes ? `bull:{${name}}` : 'bull');
