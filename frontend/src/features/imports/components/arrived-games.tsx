import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { useImportRowsQuery } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.one;

const mostCovers = 24;

const mostRows = 100;

/** Covers of the games that an import added, with a link to the vault. */
export function ArrivedGames({ id }: { readonly id: string }) {
  const { currentData } = useImportRowsQuery({ id, show: 'all', limit: mostRows });
  const added = (currentData?.rows ?? []).flatMap(({ fate, undone, game }) =>
    fate === 'added' && undone === null && game ? [game] : [],
  );
  // Games with a cover first.
  const games = added
    .toSorted((a, b) => Number(a.image_url === null) - Number(b.image_url === null))
    .slice(0, mostCovers);
  const toVault = (
    <ButtonLink to="/library" look="primary" size="small">
      {texts.toVault}
    </ButtonLink>
  );
  if (games.length === 0) return currentData ? <div className="mt-6">{toVault}</div> : null;
  return (
    <Panel title={texts.arrived} className="mt-6" action={toVault}>
      <ul aria-label={texts.arrived} className="grid grid-cols-4 gap-2.5 sm:grid-cols-6 md:grid-cols-8 xl:grid-cols-12">
        {games.map(({ guid, name, image_url }) => (
          <li key={guid}>
            <Link to={`/game/${encodeURIComponent(guid)}`} title={name} className="block rounded-md">
              <GameCover guid={guid} name={name} address={image_url} className="rounded-md!" />
              <span className="sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
