import { messageOf } from '../../lib/api-errors.ts';
import { Button } from './button.tsx';
import { MessageBox } from './message-box.tsx';

interface NextPageProps {
  readonly query: {
    readonly error?: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly texts: { readonly more: string; readonly loadingMore?: string; readonly moreFailed?: string };
  readonly size?: 'small';
  readonly className?: string;
}

/** Loads the next page of a list; renders nothing at its end. */
export function NextPage({ query, texts, size, className }: NextPageProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const { more, loadingMore = more, moreFailed } = texts;
  return (
    <>
      {isFetchNextPageError && moreFailed !== undefined && (
        <MessageBox className="mt-4">{messageOf(error, moreFailed)}</MessageBox>
      )}
      {hasNextPage && (
        <Button look="plain" {...{ size, className }} busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? loadingMore : more}
        </Button>
      )}
    </>
  );
}
