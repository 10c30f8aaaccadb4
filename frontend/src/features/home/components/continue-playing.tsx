import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { MoonStar, Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Scene } from '../../../components/ui/scene.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EntryFacts } from '../../../entities/entry/entry-facts.tsx';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { StatusControl } from '../../../entities/entry/quick/status-control.tsx';
import { Backdrop } from '../../../entities/game/backdrop.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { TravelLink } from '../../../entities/game/travel-link.tsx';
import { useLibrary } from '../../../entities/library/use-library.ts';
import type { OwnShelf } from '../own-shelf.ts';
import { homeTexts } from '../texts.ts';

const texts = homeTexts.next;
const pageOf = (guid: string) => `/game/${encodeURIComponent(guid)}`;
const coverOf = ({ game, image_url }: LibraryEntry) => coverAddress(game) ?? image_url;

/** Fixed height, so that nothing below it shifts. */
const frame =
  'grid h-104 content-start gap-x-10 gap-y-4 md:h-64 md:grid-cols-2 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]';

interface ContinuePlayingProps {
  readonly shelf: OwnShelf;
  readonly isReady: boolean;
}

/** Continue playing: the current game on its cover's backdrop, and further games beside it. */
export function ContinuePlaying({ shelf: { kind, next }, isReady }: ContinuePlayingProps) {
  const { status, error } = useLibrary();
  const [first, ...others] = next;
  return (
    <section aria-labelledby="next" className="mb-8">
      <div className="-mt-2 mb-2 flex items-center justify-between gap-4">
        <h2 id="next" className="text-xl whitespace-nowrap">
          {texts.titles[isReady ? kind : 'playing']}
        </h2>
        <Link
          to="/tonight"
          className="inline-flex min-h-11 items-center gap-1.5 font-medium whitespace-nowrap text-accent underline-offset-4 hover:underline"
        >
          <MoonStar aria-hidden="true" className="size-4 max-sm:hidden" />
          {texts.tonight}
        </Link>
      </div>
      <div className={frame}>
        {status === 'failed' && (
          <MessageBox className="self-start md:col-span-2">{error ?? homeTexts.statistics.unknown}</MessageBox>
        )}
        {(status === 'idle' || status === 'loading') && (
          <>
            <Skeleton className="h-44 md:h-64" />
            <Skeleton className="h-52 md:h-64" />
          </>
        )}
        {status === 'ready' && !first && <Empty />}
        {status === 'ready' && first && (
          <>
            <Backdrop colours={[]} cover={coverOf(first)} />
            <First entry={first} />
            <ul className="grid content-start gap-1 md:border-l md:border-line md:pl-6">
              {others.map((entry) => (
                <Other key={entry.guid} entry={entry} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

function First({ entry }: { readonly entry: LibraryEntry }) {
  const { game, status } = entry;
  const edit = useQuickEdit();
  return (
    <article data-guid={game.guid} className="flex min-w-0 gap-5 md:gap-7">
      <TravelLink to={pageOf(game.guid)} tabIndex={-1} aria-hidden="true" className="block w-33 shrink-0 md:w-48">
        <GameCover guid={game.guid} name={game.name} address={coverOf(entry)} eager className="shadow-lift" />
      </TravelLink>
      <div className="flex min-w-0 flex-1 flex-col justify-center">
        <h3 className="text-xl leading-tight md:text-3xl" dir="auto">
          <TravelLink to={pageOf(game.guid)} className="line-clamp-3 hover:text-accent">
            {game.name}
          </TravelLink>
        </h3>
        <p className="mt-2">
          <StatusControl entry={entry} />
        </p>
        <EntryFacts entry={entry} className="mt-1 flex flex-wrap items-center gap-x-2.5 text-ink-2!" />
        {status === 'playing' ? (
          <HoursButtons
            entry={entry}
            className="mt-3 max-w-72 md:mt-5"
            buttonClassName="min-h-11 bg-surface-3! text-sm! hover:bg-line!"
          />
        ) : (
          <Button look="primary" className="mt-3 self-start md:mt-5" onClick={() => edit(entry, { status: 'playing' })}>
            <Play aria-hidden="true" className="size-4 fill-current" />
            {texts.start}
            <span className="sr-only">{game.name}</span>
          </Button>
        )}
      </div>
    </article>
  );
}

function Other({ entry }: { readonly entry: LibraryEntry }) {
  const { game, status } = entry;
  return (
    <li data-guid={game.guid} className="flex min-w-0 items-center gap-3">
      <TravelLink
        to={pageOf(game.guid)}
        className="group flex min-h-17 min-w-0 flex-1 items-center gap-3 rounded-lg md:min-h-20"
      >
        <span className="w-12 shrink-0 md:w-14">
          <GameCover guid={game.guid} name={game.name} address={coverOf(entry)} eager className="rounded-md" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 leading-snug font-medium group-hover:text-accent" dir="auto">
            {game.name}
          </span>
        </span>
      </TravelLink>
      {status === 'playing' && (
        <HoursButtons entry={entry} className="w-34 shrink-0" buttonClassName="min-h-11 pointer-fine:min-h-9" />
      )}
    </li>
  );
}

function Empty() {
  return (
    <div className="flex flex-col items-center justify-center gap-4 rounded-2xl bg-surface-1 p-6 text-center md:col-span-2 md:h-64">
      <Scene name="shelf" className="h-28" />
      <p className="text-ink-2">{homeTexts.recent.empty}</p>
      <ButtonLink to="/search?q=popular" look="primary">
        {homeTexts.recent.action}
      </ButtonLink>
    </div>
  );
}
