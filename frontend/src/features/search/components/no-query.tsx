import { ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { searchTexts as texts } from '../texts.ts';

/** The page without a query, with example searches. */
export function NoQuery() {
  return (
    <EmptyState
      scene="search"
      title={texts.noQuery}
      text={texts.noQueryHint}
      action={texts.quickSearches.map((query) => (
        <ButtonLink key={query} to={`/search?q=${encodeURIComponent(query)}`}>
          {query}
        </ButtonLink>
      ))}
    />
  );
}
