import { measureQueues } from '@nightshelf/platform/jobs/queues.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import { defineService } from '@nightshelf/platform/service/service-definition.ts';
import { Counter } from 'prom-client';
import { loadChannels } from './channels/load-channels.ts';
import { mediaSettings } from './config.ts';
import { migrations } from './migrations/index.ts';
import {
  DailyReviews,
  hasTodaysReviews,
  ownedReviews,
  refreshReviews,
  reviewRoutes,
  sampleVideos,
} from './reviews/daily-reviews.ts';
import { RefreshSchedule } from './schedule/refresh-schedule.ts';
import { apiSource } from './youtube/api-source.ts';
import { youTubeClient } from './youtube/client.ts';
import { feedSource } from './youtube/feed-source.ts';

export const mediaService = defineService({
  name: 'media',
  settings: mediaSettings,
  entities: [DailyReviews],
  migrations,
  compose: async ({ settings, work, redis, logger, registry, measureConnection }) => {
    const channels = await loadChannels(settings.CHANNELS_FILE);
    const client = youTubeClient(
      new Counter({
        name: 'media_provider_calls_total',
        help: 'Calls of YouTube, by call and result',
        labelNames: ['call', 'result'],
        registers: [registry],
      }),
    );
    const { YOUTUBE_API_KEY: key } = settings;
    const source = key
      ? apiSource({ client, baseUrl: settings.YOUTUBE_BASE_URL, key, logger })
      : feedSource({ client, baseUrl: settings.YOUTUBE_FEED_BASE_URL, logger });
    const schedule = new RefreshSchedule({
      redisUrl: settings.REDIS_URL,
      pattern: settings.REVIEWS_REFRESH_PATTERN,
      retryMs: settings.REVIEWS_RETRY_SECONDS * 1000,
      checkMs: settings.REVIEWS_SCHEDULE_CHECK_SECONDS * 1000,
      isRedisThere: () => redis.status === 'ready',
      hasTodaysReviews: () => hasTodaysReviews(work),
      refresh: (signal) => refreshReviews({ work, source, channels }, signal),
      results: countedFromZero(registry, {
        name: 'media_refresh_total',
        help: 'Runs of the daily refresh, by result',
        label: 'result',
        values: ['refreshed', 'already', 'failed'],
      }),
      logger,
      measureConnection,
    });
    measureQueues(registry, redis, [schedule]);
    return {
      routes: (app) =>
        reviewRoutes(app, { work, samples: () => (settings.VIDEO_SAMPLES ? sampleVideos(channels) : []) }),
      jobs: [schedule],
      owns: [ownedReviews],
      close: () => client.close(),
    };
  },
});
