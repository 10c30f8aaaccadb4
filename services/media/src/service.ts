import { measureQueues } from '@nightshelf/platform/jobs/queues.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import { defineService } from '@nightshelf/platform/service/service-definition.ts';
import { Counter } from 'prom-client';
import { loadChannels } from './channels/load-channels.ts';
import { mediaSettings } from './config.ts';
import { migrations } from './migrations/index.ts';
import { DailyReviews, ownedReviews, reviewRoutes, sampleVideos } from './reviews/daily-reviews.ts';
import { RefreshSchedule } from './schedule/refresh-schedule.ts';
import { apiSource } from './youtube/api-source.ts';
import { youTubeClient } from './youtube/client.ts';
import { feedSource } from './youtube/feed-source.ts';

export const mediaService = defineService({
  name: 'media',
  settings: mediaSettings,
  entities: [DailyReviews],
  migrations,
  compose: async (foundation) => {
    const { settings, work, redis, logger, registry } = foundation;
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
    const results = countedFromZero(registry, {
      name: 'media_refresh_total',
      help: 'Runs of the daily refresh, by result',
      label: 'result',
      values: ['refreshed', 'already', 'failed'],
    });
    const schedule = new RefreshSchedule({ ...foundation, source, channels, results });
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
