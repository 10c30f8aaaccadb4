import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ProviderMark } from '../../../entities/identity/provider-mark.tsx';
import { formatDay } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.identities;

interface IdentityLineProps {
  readonly identity: LinkedIdentity;
  readonly busy: boolean;
  /** The last sign-in method. */
  readonly locked: boolean;
  readonly onUnlink: () => void;
}

export function IdentityLine({ identity, busy, locked, onUnlink }: IdentityLineProps) {
  const { provider, email, linked_at, last_used_at } = identity;
  const facts = [
    texts.linkedSince(formatDay(linked_at)),
    ...(last_used_at === null ? [] : [texts.lastUsed(formatAgo(last_used_at))]),
  ];
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <ProviderMark id={provider.id} name={provider.name} />
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
          {provider.name}
        </p>
        {email !== null && <p className="text-sm [overflow-wrap:anywhere] text-ink-2">{email}</p>}
        <p className="text-sm text-ink-3">{facts.join(', ')}</p>
      </div>
      <Button
        size="small"
        busy={busy}
        disabled={locked}
        aria-label={texts.unlinkNamed(provider.name)}
        onClick={onUnlink}
      >
        {texts.unlink}
      </Button>
    </li>
  );
}
