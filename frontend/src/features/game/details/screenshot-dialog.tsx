import type { Screenshot } from '@nightshelf/contracts/game-details.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.more;
/** Pixels; a shorter sideways move is not a swipe. */
const swipe = 40;

interface ScreenshotDialogProps {
  readonly name: string;
  readonly shots: readonly Screenshot[];
  /** Index of the screenshot to open with. */
  readonly first: number;
  readonly onClose: () => void;
}

/** Full-window screenshots with buttons, arrow keys and swipes. */
export function ScreenshotDialog({ name, shots, first, onClose }: ScreenshotDialogProps) {
  const [place, setPlace] = useState(first);
  const [dead, setDead] = useState<string | null>(null);
  const from = useRef<number | null>(null);
  const go = (step: number) => setPlace((before) => (before + step + shots.length) % shots.length);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (step) setPlace((before) => (before + step + shots.length) % shots.length);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shots.length]);
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const moved = from.current === null ? 0 : clientX - from.current;
    from.current = null;
    if (Math.abs(moved) >= swipe) go(moved < 0 ? 1 : -1);
  };
  const url = shots[place]?.url;
  const label = texts.screenshot(place + 1, shots.length);
  return (
    <Dialog title={name} onClose={onClose} size="screen">
      <div
        className="grid aspect-video w-full touch-pan-y place-items-center overflow-hidden rounded-xl bg-surface-2 text-ink-2"
        onPointerDown={({ clientX }) => {
          from.current = clientX;
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          from.current = null;
        }}
      >
        {url === dead ? (
          texts.noPicture
        ) : (
          <img
            key={url}
            src={url}
            alt={label}
            draggable={false}
            onError={() => setDead(url ?? null)}
            className="size-full object-contain"
          />
        )}
      </div>
      {shots.length > 1 && (
        <div className="mt-3 flex items-center justify-between">
          <IconButton Icon={ChevronLeft} label={texts.previous} iconClassName="size-6" onClick={() => go(-1)} />
          <p role="status" className="text-sm text-ink-2 tabular-nums">
            {label}
          </p>
          <IconButton Icon={ChevronRight} label={texts.next} iconClassName="size-6" onClick={() => go(1)} />
        </div>
      )}
    </Dialog>
  );
}
