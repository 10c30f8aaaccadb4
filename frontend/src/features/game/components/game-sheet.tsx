import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { cx } from '../../../lib/cx.ts';
import { formatMoment } from '../../../lib/format.ts';
import type { GameDetails } from '../api.ts';
import { factsOf } from '../game-facts.ts';
import { gameTexts as texts } from '../texts.ts';
import type { KnownGame } from '../use-kept-game.ts';
import { About } from './about.tsx';
import { VaultPanel } from './vault-panel.tsx';

/** Characters from which a name is set smaller, so that it does not fill the page. */
const longName = 90;

interface GameSheetProps {
  readonly details: GameDetails | undefined;
  /** Where that is not what the server says now. */
  readonly kept?: KnownGame | null | undefined;
}

/** Cover, name, deck, the vault's say, facts and overview; their shapes while the game is loading. */
export function GameSheet({ details, kept }: GameSheetProps) {
  const game = details?.game;
  return (
    <article className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-[14rem_minmax(0,1fr)] lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="mx-auto w-40 self-start sm:sticky sm:top-24 sm:w-full">
        {game ? (
          <GameCover guid={game.guid} name={game.name} address={coverAddress(game)} eager className="shadow-lift" />
        ) : (
          <Skeleton className="aspect-3/4 w-full" />
        )}
      </div>
      <div className="min-w-0">
        {/* One heading from first to last: it has focus when the page opens, and keeps it when the name arrives. */}
        <h1
          tabIndex={-1}
          dir="auto"
          className={cx(
            (game?.name ?? '').length > longName ? 'text-xl sm:text-2xl' : 'text-3xl sm:text-4xl',
            !game && 'text-ink-3',
          )}
        >
          {game?.name ?? texts.loading}
        </h1>
        {details ? <Body details={details} kept={kept} /> : <PendingBody />}
      </div>
    </article>
  );
}

function Body({ details: { game, stale }, kept }: GameSheetProps & { readonly details: GameDetails }) {
  return (
    <>
      {game.deck && (
        <p className="mt-3 max-w-prose text-lg leading-normal [overflow-wrap:anywhere] text-ink-2" dir="auto">
          {game.deck}
        </p>
      )}
      {(stale || kept) && (
        <MessageBox tone="notice" className="mt-5 max-w-xl text-sm">
          {kept ? keptNotice(kept) : texts.stale}
        </MessageBox>
      )}
      <VaultPanel game={game} />
      <dl className="mt-7 grid max-w-3xl gap-x-8 gap-y-4 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-3">
        {factsOf(game).map(({ label, value }) => (
          <div key={label} className="sm:contents">
            <dt className="text-sm text-ink-3 sm:pt-0.5">{label}</dt>
            <dd className="[overflow-wrap:anywhere]" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <About description={game.description} />
    </>
  );
}

const keptNotice = ({ at }: KnownGame) => (at === null ? texts.knownByVault : texts.kept(formatMoment(at)));

function PendingBody() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mt-4 h-6 max-w-prose" />
      <Skeleton className="mt-2 h-6 max-w-md" />
      <Skeleton className="mt-6 h-37 max-w-xl rounded-2xl sm:h-31" />
      <Skeleton className="mt-7 h-5 max-w-80" />
      <Skeleton className="mt-4 h-5 max-w-96" />
      <Skeleton className="mt-4 h-5 max-w-72" />
    </div>
  );
}
