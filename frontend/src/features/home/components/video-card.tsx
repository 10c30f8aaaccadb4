import type { Video } from '@nightshelf/contracts/videos.ts';
import { Play } from 'lucide-react';
import { memo, useState } from 'react';
import { formatDay } from '../../../lib/format.ts';
import { tintOf } from '../../../lib/tint.ts';
import { homeTexts } from '../texts.ts';

interface VideoCardProps {
  readonly video: Video;
  readonly onPlay: (video: Video) => void;
  /** The pointer or focus reached the card. */
  readonly onApproach: () => void;
}

/** The server shows samples until it has reached YouTube. */
const isSample = ({ id }: Video) => id.startsWith('sample-');

/** A review video. A click anywhere on the card opens the player. */
export const VideoCard = memo(function VideoCard({ video, onPlay, onApproach }: VideoCardProps) {
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
