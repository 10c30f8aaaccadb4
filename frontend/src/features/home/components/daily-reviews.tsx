import type { Video } from '@nightshelf/contracts/videos.ts';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useGradually } from '../../../components/ui/use-gradually.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useDailyReviewsQuery } from '../api.ts';
import { homeTexts, reviewsFault } from '../texts.ts';
import { VideoCard } from './video-card.tsx';
import { VideoSource } from './video-source.tsx';

const texts = homeTexts.reviews;
/** Videos that a large screen shows without scrolling. */
const firstVideos = 3;
const none: readonly Video[] = [];
const columns = 'grid gap-x-5 gap-y-8 sm:grid-cols-2 xl:grid-cols-3';
const loadDialog = () => import('./video-dialog.tsx').then(({ VideoDialog }) => ({ default: VideoDialog }));
const VideoDialog = lazyPart(loadDialog);

export function DailyReviews() {
  const [playing, setPlaying] = useState<Video | null>(null);
  return (
    <section aria-labelledby="reviews" className="mt-12">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="reviews" className="text-xl">
          {texts.title}
        </h2>
        <VideoSource />
      </div>
      <Videos onPlay={setPlaying} />
      {playing && (
        <Suspense>
          <VideoDialog video={playing} onClose={() => setPlaying(null)} />
        </Suspense>
      )}
    </section>
  );
}

function Videos({ onPlay }: { readonly onPlay: (video: Video) => void }) {
  const { data, error, isFetching, refetch } = useDailyReviewsQuery();
  const videos = data?.videos ?? none;
  const drawn = useGradually(videos, firstVideos);
  if (!data && error && !isFetching) {
    return (
      <EmptyState
        scene="unplugged"
        tone="error"
        headingLevel={3}
        title={reviewsFault(error)}
        action={<Button onClick={() => refetch()}>{texts.retry}</Button>}
      />
    );
  }
  if (!data) return <VideosSkeleton />;
  if (videos.length === 0) {
    return <EmptyState scene="screen" headingLevel={3} title={texts.empty} text={texts.emptyHint} />;
  }
  return (
    <ul className={columns}>
      {drawn.map((video) => (
        <li key={video.id} className="min-w-0">
          <VideoCard video={video} onPlay={onPlay} onApproach={loadDialog} />
        </li>
      ))}
    </ul>
  );
}

function VideosSkeleton() {
  return (
    <div role="status" className={columns}>
      <span className="sr-only">{texts.loading}</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key}>
          <Skeleton className="aspect-video" />
          <Skeleton className="mt-3 h-5 w-5/6" />
          <Skeleton className="mt-2 h-9" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </div>
      ))}
    </div>
  );
}
