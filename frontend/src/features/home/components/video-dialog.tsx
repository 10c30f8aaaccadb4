import type { Video } from '@nightshelf/contracts/videos.ts';
import { ExternalLink } from 'lucide-react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { formatDay } from '../../../lib/format.ts';
import { homeTexts } from '../texts.ts';

const texts = homeTexts.reviews;

/** Player of one video. YouTube refuses to play without a referrer, hence the referrer policy. */
export function VideoDialog({ video, onClose }: { readonly video: Video; readonly onClose: () => void }) {
  const { title, description, channel_title, published_at, embed_url, url } = video;
  return (
    <Dialog title={title} onClose={onClose} size="wide">
      <iframe
        src={embed_url}
        title={title}
        referrerPolicy="strict-origin-when-cross-origin"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        className="aspect-video w-full rounded-xl bg-surface-2"
      />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">
          <span className="font-medium text-ink-1">{channel_title}</span>
          <span aria-hidden="true"> · </span>
          <time dateTime={published_at}>{formatDay(published_at)}</time>
        </p>
        <a
          href={url}
          target="_blank"
          rel="noopener"
          referrerPolicy="strict-origin-when-cross-origin"
          className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-accent px-4.5 font-medium text-accent-ink hover:bg-accent-strong"
        >
          {texts.watch}
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      </div>
      {description !== '' && (
        <p
          className="mt-3 max-h-40 max-w-prose overflow-y-auto [overflow-wrap:anywhere] whitespace-pre-line text-ink-2"
          dir="auto"
        >
          {description}
        </p>
      )}
    </Dialog>
  );
}
