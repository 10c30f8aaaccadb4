import { useMemo } from 'react';
import { overviewOf } from '../overview.ts';
import { gameTexts as texts } from '../texts.ts';

/** Overview of the provider's description as text; renders nothing without one. */
export function About({ description }: { readonly description: string | null }) {
  const overview = useMemo(() => overviewOf(description), [description]);
  if (overview === null) return null;
  return (
    <section aria-labelledby="about" className="mt-10">
      <h2 id="about" className="mb-3 text-xl">
        {texts.about}
      </h2>
      <p className="max-w-prose leading-relaxed [overflow-wrap:anywhere] whitespace-pre-line text-ink-2" dir="auto">
        {overview}
      </p>
    </section>
  );
}
