import type { GameProviderName } from '@nightshelf/contracts/games.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useCreditedCatalogueQuery } from './api.ts';
import { OutsideLink } from './outside-link.tsx';
import { creditTexts as texts } from './texts.ts';

const providerNames: Readonly<Record<GameProviderName, string>> = {
  igdb: 'IGDB',
  giantbomb: 'Giant Bomb',
  wikidata: 'Wikidata',
};

/** Sources of games and videos, and which of them this server uses. The footer links here. */
export function Credits() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link has a new key.
  useEffect(() => {
    if (hash !== '#credits') return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <section id="credits" aria-labelledby="credits-heading" className="mb-8 text-ink-2">
      <h2
        id="credits-heading"
        ref={heading}
        tabIndex={-1}
        className="mb-2 scroll-mt-24 text-lg text-ink-1 outline-none"
      >
        {texts.heading}
      </h2>
      <p>{texts.lead}</p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {texts.sources.map(({ label, address, gives }) => (
          <li key={label}>
            <OutsideLink label={label} address={address} />: {gives}
          </li>
        ))}
      </ul>
      <ThisServer />
    </section>
  );
}

/** Last on the page, so that loading it shifts nothing. */
function ThisServer() {
  const { data } = useCreditedCatalogueQuery();
  if (!data) return null;
  const names = data.providers.map(({ name, answers }) =>
    answers ? providerNames[name] : texts.notAnswering(providerNames[name]),
  );
  return (
    <>
      <p className="mt-4">{data.catalogue ? texts.catalogue(data.catalogue) : texts.noCatalogue}</p>
      <p>{names.length > 0 ? texts.providers(names) : texts.noProviders}</p>
    </>
  );
}
