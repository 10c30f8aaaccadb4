import { CloudUpload } from 'lucide-react';
import { useSelector } from 'react-redux';
import { selectIsUnkept, selectWaiting } from './selectors.ts';
import { libraryTexts as texts } from './texts.ts';

/** Shows the number of changes that wait on this device for the server; nothing when there are none. */
export function WaitingChanges() {
  const count = useSelector(selectWaiting);
  const isUnkept = useSelector(selectIsUnkept);
  return (
    <p role="status" className={count > 0 ? 'mb-5 flex items-center gap-2 text-sm text-ink-2' : 'sr-only'}>
      {count > 0 && (
        <>
          <CloudUpload aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
          {isUnkept ? texts.waitingHere(count) : texts.waiting(count)}
        </>
      )}
    </p>
  );
}
