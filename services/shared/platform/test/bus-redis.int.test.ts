import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@nightshelf/local';
import { Redis } from 'ioredis';
import { describe } from 'vitest';
import { describeBus } from './bus.conformance.ts';

describe('the bus on Redis Streams', () => {
  describeBus(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'nightshelf-bus-'));
    const server = await startRedis({ directory, role: 'durable', throwAway: true });
    return {
      server,
      address: { name: 'redis', url: server.url, leaseMs: 1500 },
      retentionOf: async (topic) => {
        const redis = new Redis(server.url);
        const stored = await redis.hget('bus:topics', topic);
        redis.disconnect();
        return JSON.parse(stored ?? '{}').retentionMs;
      },
    };
  });
});
