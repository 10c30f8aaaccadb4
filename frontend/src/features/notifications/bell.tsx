import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { notificationTexts as texts } from './texts.ts';
import { forgetUnread, loadUnread, unread } from './unread.ts';

/**
 * Link to the notifications with the unread count. Asks when first shown and when the window regains focus; otherwise
 * the saga asks when a live event arrives.
 */
export function Bell({ onApproach }: { readonly onApproach: () => void }) {
  const count = useSyncExternalStore(unread.subscribe, unread.count) ?? 0;
  useEffect(() => {
    const stop = new AbortController();
    const load = () => document.visibilityState === 'visible' && loadUnread('focus');
    load();
    window.addEventListener('focus', load, { signal: stop.signal });
    document.addEventListener('visibilitychange', load, { signal: stop.signal });
    return () => {
      stop.abort();
      forgetUnread();
    };
  }, []);
  return (
    <ButtonLink
      to="/notifications"
      look="plain"
      size="icon"
      className="relative"
      aria-label={count > 0 ? texts.titleUnread(count) : texts.title}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <BellIcon aria-hidden="true" className="size-5" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-1 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-accent-ink"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </ButtonLink>
  );
}
