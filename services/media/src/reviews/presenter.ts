import type { Video } from '@nightshelf/contracts/videos.ts';
import type { ReviewVideo } from '../videos/review-video.ts';

export function presentVideo(video: ReviewVideo): Video {
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    thumbnail: video.thumbnail,
    channel_title: video.channelTitle,
    published_at: video.publishedAt.toISOString(),
    embed_url: `https://www.youtube-nocookie.com/embed/${video.id}`,
    url: `https://www.youtube.com/watch?v=${video.id}`,
  };
}
