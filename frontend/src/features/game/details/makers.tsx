import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.more;

export function Makers({ details }: { readonly details: GameDetails }) {
  const { developers, publishers, genres, themes } = details;
  const same = developers.join() === publishers.join();
  const facts = [
    { label: texts.madeBy, names: developers },
    { label: texts.publishedBy, names: same ? [] : publishers },
    { label: texts.genres, names: genres },
    { label: texts.themes, names: themes },
  ].filter(({ names }) => names.length > 0);
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm lg:grid-cols-1">
      {facts.map(({ label, names }) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-2">{label}</dt>
          <dd className="mt-0.5 text-base [overflow-wrap:anywhere]" dir="auto">
            {names.join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
