import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { selectNewestEntries } from '../../../entities/library/selectors.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { selectSession, selectVaultOwner } from '../../../entities/session/selectors.ts';
import { homeTexts } from '../texts.ts';
import { InfoCard, PendingInfoCard } from './info-card.tsx';

const texts = homeTexts.recent;
const shown = 4;
const browse = { to: '/search?q=popular', label: texts.action };

/** The games added last. */
export function RecentGamesCard() {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const { status, error } = useLibrary();
  const recent = useSelector(selectNewestEntries).slice(0, shown);
  const wide = 'md:max-xl:col-span-2';
  if (!known) return <PendingInfoCard title={texts.title} className={wide} />;
  if (!owner) {
    return (
      <InfoCard title={texts.title} way={browse} className={wide}>
        <EmptyShelf />
        <p className="mt-4 text-ink-2">{texts.invitation}</p>
      </InfoCard>
    );
  }
  const empty = status === 'ready' && recent.length === 0;
  return (
    <InfoCard title={texts.title} way={empty ? browse : { to: '/library', label: texts.all }} className={wide}>
      {error !== null && <MessageBox>{error}</MessageBox>}
      {empty && (
        <>
          <EmptyShelf />
          <p className="mt-4 text-ink-2">{texts.empty}</p>
        </>
      )}
      {status !== 'failed' && !empty && (
        <ul className="grid grid-cols-4 gap-3 md:max-xl:max-w-lg">
          {status === 'ready'
            ? recent.map(({ guid, game, image_url }) => (
                <li key={guid} className="min-w-0">
                  <Link to={`/game/${encodeURIComponent(guid)}`} className="block rounded-lg">
                    <GameCover guid={guid} name={game.name} address={coverAddress(game) ?? image_url} eager />
                    <span className="mt-2 block truncate text-sm text-ink-2" dir="auto">
                      {game.name}
                    </span>
                  </Link>
                </li>
              ))
            : ['a', 'b', 'c', 'd'].map((key) => (
                <li key={key}>
                  <Skeleton className="aspect-3/4" />
                  <Skeleton className="mt-2 h-5" />
                </li>
              ))}
        </ul>
      )}
    </InfoCard>
  );
}

/** Covers that are not there yet. */
function EmptyShelf() {
  return (
    <div aria-hidden="true" className="grid grid-cols-4 gap-3 md:max-xl:max-w-lg">
      {[55, 160, 250, 310].map((hue) => (
        <GameCover key={hue} guid={`shelf-${hue}`} name="+" address={null} className="opacity-45" />
      ))}
    </div>
  );
}
