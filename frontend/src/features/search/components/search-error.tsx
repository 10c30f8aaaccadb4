import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { searchOpened } from '../slice.ts';
import { searchTexts as texts } from '../texts.ts';

interface SearchErrorProps {
  readonly message: string;
  readonly query: string;
}

/** Both searches failed. Shows tips when the provider is unreachable. */
export function SearchError({ message, query }: SearchErrorProps) {
  const dispatch = useDispatch();
  const text = texts.error(message);
  return (
    <EmptyState
      scene="unplugged"
      tone="error"
      title={texts.errorTitle}
      text={
        <>
          <p className="[overflow-wrap:anywhere]">{text}</p>
          {text.toLowerCase().includes('proxies failed') && (
            <div className="mx-auto mt-5 max-w-md rounded-xl bg-surface-1 px-5 py-4 text-left">
              <p className="font-medium text-ink-1">{texts.tipsTitle}</p>
              <ul className="mt-2 list-disc space-y-1 pl-5">
                {texts.tips.map((tip) => (
                  <li key={tip}>{tip}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      }
      action={
        <Button look="primary" onClick={() => dispatch(searchOpened({ query, again: true }))}>
          {texts.retry}
        </Button>
      }
    />
  );
}
