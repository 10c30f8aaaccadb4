import type { ReactNode } from 'react';
import { Panel } from '../../../components/ui/page.tsx';
import { Scene } from '../../../components/ui/scene.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { cx } from '../../../lib/cx.ts';
import { homeTexts } from '../texts.ts';
import { ArrowLink, type ArrowLinkProps } from './arrow-link.tsx';

const join = { to: '/register', label: homeTexts.join };

const cards: ReadonlyArray<{
  readonly title: string;
  readonly text: string;
  readonly way: ArrowLinkProps;
  readonly picture: ReactNode;
}> = [
  {
    title: homeTexts.recent.title,
    text: homeTexts.recent.invitation,
    way: { to: '/search?q=popular', label: homeTexts.recent.action },
    picture: <Scene name="shelf" className="-mx-1 h-24 self-start" />,
  },
  {
    title: homeTexts.statistics.title,
    text: homeTexts.statistics.invitation,
    way: join,
    picture: <StatusBars />,
  },
  {
    title: homeTexts.community.title,
    text: homeTexts.community.invitation,
    way: join,
    picture: <Scene name="people" className="-mx-1 h-24 self-start" />,
  },
];

/**
 * Shows what an account offers; a skeleton until it is known whether the visitor is signed in. The minimum height avoids
 * shifts when the content arrives.
 */
export function Invitations({ isPending }: { readonly isPending: boolean }) {
  return (
    <div className="grid gap-4 md:grid-cols-3 xl:gap-5">
      {cards.map(({ title, text, way, picture }) => (
        <Panel key={title} title={title} className="min-h-68">
          <div className="flex flex-1 flex-col">
            {isPending ? (
              <Skeleton className="h-32" />
            ) : (
              <>
                {picture}
                <p className="mt-4 text-ink-2">{text}</p>
              </>
            )}
          </div>
          {!isPending && <ArrowLink {...way} className="mt-3 -mb-2 self-start" />}
        </Panel>
      ))}
    </div>
  );
}

const bars = [
  { tint: 'bg-completed-fill', height: 'h-full' },
  { tint: 'bg-playing-fill', height: 'h-2/5' },
  { tint: 'bg-want-to-play-fill', height: 'h-3/4' },
  { tint: 'bg-dropped-fill', height: 'h-1/4' },
  { tint: 'bg-collection-fill', height: 'h-3/5' },
];

function StatusBars() {
  return (
    <div aria-hidden="true" className="flex h-24 items-end gap-3 border-b-4 border-surface-3 px-1">
      {bars.map(({ tint, height }) => (
        <span key={tint} className={cx('w-9 rounded-t-md opacity-75', tint, height)} />
      ))}
    </div>
  );
}
