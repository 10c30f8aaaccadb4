import type { Screenshot } from '@nightshelf/contracts/game-details.ts';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.more;
const loadDialog = () =>
  import('./screenshot-dialog.tsx').then(({ ScreenshotDialog }) => ({ default: ScreenshotDialog }));
const ScreenshotDialog = lazyPart(loadDialog);

/** A row of screenshots; each opens in the dialog. */
export function Screenshots({ shots, name }: { readonly shots: readonly Screenshot[]; readonly name: string }) {
  const [shown, setShown] = useState<number | null>(null);
  const [dead, setDead] = useState<ReadonlySet<string>>(new Set());
  return (
    <section aria-labelledby="screenshots">
      <h2 id="screenshots" className="text-xl">
        {texts.screenshots}
      </h2>
      <ul className="-mx-4 mt-2 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pt-2 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6">
        {shots.map(({ thumb_url: address }, place) => (
          <li key={address} className="w-64 shrink-0 snap-start sm:w-80">
            <button
              type="button"
              aria-label={texts.showScreenshot(place + 1)}
              onClick={() => setShown(place)}
              onPointerEnter={() => void loadDialog()}
              className="block aspect-video w-full overflow-hidden rounded-lg bg-surface-2 text-sm text-ink-3 transition-transform duration-150 ease-out hover:-translate-y-0.5"
            >
              {dead.has(address) ? (
                texts.noPicture
              ) : (
                <img
                  src={address}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  onError={() => setDead((before) => new Set([...before, address]))}
                  className="size-full object-cover"
                />
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense>
          <ScreenshotDialog name={name} shots={shots} first={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  );
}
