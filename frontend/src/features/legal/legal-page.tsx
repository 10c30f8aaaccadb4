import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { GameProviderName } from '@nightshelf/contracts/games.ts';
import { useMatch } from 'react-router-dom';
import { OutsideLink } from '../../components/ui/outside-link.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { useLinkedHeading } from '../../components/ui/use-linked-heading.ts';
import { serverApi } from '../../entities/server/api.ts';
import { serverState } from '../../entities/server/state.ts';
import { apiRequest } from '../../lib/api-client.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { type LinkText, privacyText, termsText, creditTexts as texts } from './texts.ts';

type GetCatalogue = typeof catalogCalls.getCatalogue;

const creditsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    creditedCatalogue: build.query<CallAnswer<GetCatalogue>, void>({
      query: () => apiRequest<GetCatalogue>('GET', '/api/games/catalogue'),
    }),
  }),
});

const SourceLink = ({ label, address }: LinkText) => (
  <OutsideLink href={address} className="text-accent underline underline-offset-4 hover:text-accent-strong">
    {label}
  </OutsideLink>
);

const providerNames: Readonly<Record<GameProviderName, string>> = {
  igdb: 'IGDB',
  giantbomb: 'Giant Bomb',
  wikidata: 'Wikidata',
};

/** Sources of games and videos, and which of them this server uses. The footer links here. */
function Credits() {
  const heading = useLinkedHeading('#credits');
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
            <SourceLink label={label} address={address} />: {gives}
          </li>
        ))}
      </ul>
      <ThisServer />
    </section>
  );
}

/** Last on the page, so that loading it shifts nothing. */
function ThisServer() {
  const { data } = creditsApi.useCreditedCatalogueQuery();
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

export const page: PageModule = { Page: LegalPage, state: [serverState] };

/** A text page: the privacy policy at its address, otherwise the terms and credits. */
function LegalPage() {
  const isPrivacy = useMatch('/privacy') !== null;
  const { title, lead, sections } = isPrivacy ? privacyText : termsText;
  return (
    <article className="mx-auto max-w-[70ch]">
      <PageTitle title={title} />
      <PageHeader title={title} description={lead} />
      {sections.map(({ heading, text, link }) => (
        <section key={heading} className="mb-8">
          <h2 className="mb-2 text-lg">{heading}</h2>
          <p className="text-ink-2">
            {text}
            {link && (
              <>
                {' '}
                <SourceLink {...link} />.
              </>
            )}
          </p>
        </section>
      ))}
      {!isPrivacy && <Credits />}
    </article>
  );
}
