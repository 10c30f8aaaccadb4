import { useMatch } from 'react-router-dom';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { serverState } from '../../entities/server/state.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { Credits } from './credits.tsx';
import { OutsideLink } from './outside-link.tsx';
import { privacyText, termsText } from './texts.ts';

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
                <OutsideLink {...link} />.
              </>
            )}
          </p>
        </section>
      ))}
      {!isPrivacy && <Credits />}
    </article>
  );
}
