import { Bell as BellIcon } from 'lucide-react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { notificationsApi } from './api.ts';
import { notificationTexts as texts } from './texts.ts';

/** Link to the notifications with the unread count. */
export function Bell({ onApproach }: { readonly onApproach: () => void }) {
  const { data: count = 0 } = notificationsApi.useUnreadQuery();
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
