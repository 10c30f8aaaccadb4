import { until } from '@nightshelf/testing/until.ts';
import { type Figure, integrity, unnoticed } from '../report/figure.ts';
import { Traffic } from './traffic.ts';

/**
 * Three gamers sign up, search for a game, keep it in their vaults and change it thirty times; a fourth one looks at them.
 * Few enough to stay below the limits that hold for one address.
 * @param url where the gateway answers
 * @throws when they cannot even begin
 */
export async function journey(url: string): Promise<Figure[]> {
  const traffic = await Traffic.start(url, 3);
  await until('writes are acknowledged', () => traffic.acknowledgedWrites > 30, 60_000);
  const seen = traffic.sinceMark();
  return [unnoticed("gamers' journeys", seen), integrity(traffic.acknowledgedWrites, await traffic.settle())];
}
