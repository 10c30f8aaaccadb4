import type { Video } from '@nightshelf/contracts/videos.ts';
import { Play } from 'lucide-react';
import { memo, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { OutsideLink } from '../../../components/ui/outside-link.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { useGradually } from '../../../components/ui/use-gradually.ts';
import { formatDay } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { tintOf } from '../../../lib/tint.ts';
import { homeApi } from '../api.ts';
import { homeTexts, reviewsFault } from '../texts.ts';

interface VideoCardProps {
  readonly video: Video;
  readonly onPlay: (video: Video) => void;
  /** The pointer or focus reached the card. */
  readonly onApproach: () => void;
}

/** The server shows samples until it has reached YouTube. */
const isSample = ({ id }: Video) => id.startsWith('sample-');

/** A review video. A click anywhere on the card opens the player. */
const VideoCard = memo(function VideoCard({ video, onPlay, onApproach }: VideoCardProps) {
  const { title, description, thumbnail, channel_title, published_at } = video;
  const [dead, setDead] = useState(false);
  return (
    <article className="group relative">
      <div style={tintOf(video.id)} className="cover-tint relative aspect-video overflow-hidden rounded-xl">
        {thumbnail !== null && !dead && (
          <img
            src={thumbnail}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setDead(true)}
            className="absolute inset-0 size-full object-cover"
          />
        )}
        <span
          aria-hidden="true"
          className="absolute inset-0 grid place-items-end bg-[oklch(0.1_0.02_268/0.2)] p-3 transition-colors duration-150 group-hover:bg-[oklch(0.1_0.02_268/0.05)]"
        >
          <span className="grid size-11 place-items-center rounded-full bg-surface-0/85 text-accent transition-transform duration-150 ease-out group-hover:scale-110">
            <Play className="ml-0.5 size-5 fill-current" />
          </span>
        </span>
        {isSample(video) && (
          <span className="absolute top-2 left-2 rounded-md bg-surface-0/90 px-2 py-0.5 text-xs font-semibold text-ink-1">
            {homeTexts.reviews.sample}
          </span>
        )}
      </div>
      <h3 className="mt-3 text-base leading-snug font-semibold tracking-normal" dir="auto">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onPlay(video)}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          className="line-clamp-2 text-left after:absolute after:inset-0 after:rounded-xl group-hover:text-accent"
        >
          <span className="sr-only">{homeTexts.reviews.play('')}</span>
          {title}
        </button>
      </h3>
      {description !== '' && (
        <p className="mt-1 line-clamp-2 text-sm [overflow-wrap:anywhere] text-ink-2" dir="auto">
          {description}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-2 text-sm text-ink-3">
        <span className="truncate">{channel_title}</span>
        <span aria-hidden="true">·</span>
        <time dateTime={published_at}>{formatDay(published_at)}</time>
      </p>
    </article>
  );
});

const { source, sourceLinks } = homeTexts.reviews;

/** Credits YouTube as the source, with the links that its terms require. */
function VideoSource() {
  return (
    <p className="text-sm text-ink-3">
      {source.split(/[{}]/).map((part) => {
        if (!(part in sourceLinks)) return part;
        const { label, address } = sourceLinks[part as keyof typeof sourceLinks];
        return (
          <OutsideLink key={part} href={address} className="underline underline-offset-4 hover:text-ink-1">
            {label}
          </OutsideLink>
        );
      })}
    </p>
  );
}

const texts = homeTexts.reviews;
/** Videos that a large screen shows without scrolling. */
const firstVideos = 3;
const none: readonly Video[] = [];
const columns = 'grid gap-x-5 gap-y-8 sm:grid-cols-2 xl:grid-cols-3';
const loadDialog = () => import('./video-dialog.tsx');
const VideoDialog = lazyPart(loadDialog, 'VideoDialog');

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
      {playing && <VideoDialog video={playing} onClose={() => setPlaying(null)} />}
    </section>
  );
}

function Videos({ onPlay }: { readonly onPlay: (video: Video) => void }) {
  const { data, error, isFetching, refetch } = homeApi.useDailyReviewsQuery();
  const videos = data?.videos ?? none;
  const drawn = useGradually(videos, firstVideos);
  if (!data && error && !isFetching) {
    return <LoadFailure headingLevel={3} title={reviewsFault(error)} onRetry={() => refetch()} />;
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
    <Loading text={texts.loading} className={columns}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key}>
          <Skeleton className="aspect-video" />
          <Skeleton className="mt-3 h-5 w-5/6" />
          <Skeleton className="mt-2 h-9" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </div>
      ))}
    </Loading>
  );
}
