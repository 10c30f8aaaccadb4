import { useCatalogueQuery } from '../catalogue-api.ts';
import { sourceOf } from '../source-of.ts';
import { searchTexts as texts } from '../texts.ts';

/** Names the source of search results: a provider with a link, or the offline catalogue. */
export function CatalogueLine() {
  const { data } = useCatalogueQuery();
  const source = data && sourceOf(data);
  return (
    <p className="mt-8 min-h-5 text-center text-sm text-ink-3">
      {source?.kind === 'catalogue' && texts.offlineCatalogue(source.games)}
      {source?.kind === 'provider' && (
        <>
          {texts.gamesFrom}{' '}
          <a
            href={source.address}
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-4 hover:text-ink-1"
          >
            {source.name}
          </a>
          .
        </>
      )}
    </p>
  );
}
