import { randomUUID } from 'node:crypto';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { GatewayClient, someRegistration } from '@nightshelf/testing/gateway-client.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { master, redis, sql } from '../cluster/data-tier.ts';
import { again, type Provocation } from './provocation.ts';

const simulator = (cluster: Cluster, replicas: number) =>
  cluster.kubectl(['scale', 'deployment', 'simulator', `--replicas=${replicas}`]);

/** Gives a process settings of its own, or takes them back: `NAME=value`, `NAME-`. */
export async function settings(cluster: Cluster, deployment: string, ...changes: string[]): Promise<void> {
  await cluster.kubectl(['set', 'env', `deployment/${deployment}`, ...changes]);
  await cluster.kubectl(['rollout', 'status', `deployment/${deployment}`, '--timeout=5m']);
}

const everyMinute = 'REVIEWS_REFRESH_PATTERN=* * * * *';

export const outside: readonly Provocation[] = [
  {
    name: 'providers of games and of videos are away',
    fires: ['ProviderAway', 'ReviewsNotRefreshed'],
    begin: async ({ cluster, url, over }) => {
      const { client } = await GatewayClient.register(url);
      await simulator(cluster, 0);
      // Those of today are not fetched again.
      await sql(cluster, 'media', 'delete from daily_reviews');
      again(over, 1000, () =>
        client.call(catalogCalls.searchExternalGames, { query: { q: `game ${randomUUID().slice(0, 8)}` } }),
      );
      await settings(cluster, 'media-worker', everyMinute);
    },
    end: async ({ cluster }) => {
      await simulator(cluster, 1);
      await settings(cluster, 'media-worker', 'REVIEWS_REFRESH_PATTERN-');
    },
  },
  {
    name: 'nobody works a queue off',
    fires: ['QueueStuck'],
    begin: async ({ cluster }) => {
      await redis(cluster, await master(cluster), 'hset', 'bull:daily-reviews:meta', 'concurrency', '0');
      await settings(cluster, 'media-worker', everyMinute);
    },
    end: async ({ cluster }) => {
      await redis(cluster, await master(cluster), 'hdel', 'bull:daily-reviews:meta', 'concurrency');
      await settings(cluster, 'media-worker', 'REVIEWS_REFRESH_PATTERN-');
    },
  },
  {
    name: 'no mail server answers',
    fires: ['MailNotSent'],
    begin: async ({ cluster, url, over }) => {
      for (const each of ['auth-http', 'auth-worker']) await settings(cluster, each, 'SMTP_URL=smtp://127.0.0.1:9');
      again(over, 5000, () => new GatewayClient(url).call(authCalls.register, { body: someRegistration() }));
    },
    end: async ({ cluster }) => {
      for (const each of ['auth-http', 'auth-worker']) await settings(cluster, each, 'SMTP_URL-');
    },
  },
];
