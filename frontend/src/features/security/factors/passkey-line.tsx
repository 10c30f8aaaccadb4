import type { Passkey } from '@nightshelf/contracts/factors.ts';
import { KeyRound } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { formatDay } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { factorTexts } from './texts.ts';

const texts = factorTexts.passkeys;

interface PasskeyLineProps {
  readonly passkey: Passkey;
  readonly busy: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

export function PasskeyLine({ passkey, busy, onRename, onRemove }: PasskeyLineProps) {
  const { name, created_at, last_used_at, is_backed_up } = passkey;
  const facts = [
    texts.addedOn(formatDay(created_at)),
    ...(last_used_at === null ? [] : [texts.lastUsed(formatAgo(last_used_at))]),
    ...(is_backed_up ? [texts.backedUp] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
          {name}
        </p>
        <p className="text-sm text-ink-3">{facts.join(', ')}</p>
      </div>
      <div className="ml-auto flex gap-2">
        <Button size="small" look="plain" aria-label={texts.renameNamed(name)} onClick={onRename}>
          {texts.rename}
        </Button>
        <Button size="small" busy={busy} aria-label={texts.removeNamed(name)} onClick={onRemove}>
          {factorTexts.remove}
        </Button>
      </div>
    </li>
  );
}
