import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import type { LegalText } from './texts.ts';

/** A page of plain sections. */
export function LegalPage({ title, lead, sections }: LegalText) {
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
