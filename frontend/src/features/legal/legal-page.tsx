import { useMatch } from 'react-router-dom';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { privacyText, termsText } from './texts.ts';

export const page: PageModule = { Page: LegalPage };

/** A page of plain sections: the privacy policy at its address, else the terms. */
function LegalPage() {
  const { title, lead, sections } = useMatch('/privacy') ? privacyText : termsText;
  return (
    <article className="mx-auto max-w-[70ch]">
      <PageTitle title={title} />
      <PageHeader title={title} description={lead} />
      {sections.map(({ heading, text }) => (
        <section key={heading} className="mb-8">
          <h2 className="mb-2 text-lg">{heading}</h2>
          <p className="text-ink-2">{text}</p>
        </section>
      ))}
    </article>
  );
}
