import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import { KeyRound } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { formatDay } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { tokenTexts as texts } from './texts.ts';

interface TokenLineProps {
  readonly token: ApiToken;
  readonly busy: boolean;
  readonly onRevoke: () => void;
}

export function TokenLine({ token: { name, scopes, last_used_at, ends_at }, busy, onRevoke }: TokenLineProps) {
  const used = last_used_at === null ? texts.neverUsed : texts.lastUsed(formatAgo(last_used_at));
  const hasEnded = Date.parse(ends_at) <= Date.now();
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
          {name}
        </p>
        <p className="text-sm text-ink-2">{scopes.map((scope) => texts.scopes[scope]).join(', ')}</p>
        <p className="text-sm text-ink-3">
          {used}, {hasEnded ? texts.ended(formatDay(ends_at)) : texts.ends(formatDay(ends_at))}
        </p>
      </div>
      <Button size="small" busy={busy} aria-label={texts.revokeNamed(name)} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  );
}
