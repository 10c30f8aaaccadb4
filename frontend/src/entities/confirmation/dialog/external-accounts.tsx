import type { IdentityProvider } from '@nightshelf/contracts/accounts.ts';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { leaveFor } from '../../../lib/leave-for.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { beginSignIn, signInMethods } from './api.ts';
import { confirmationTexts as texts } from './texts.ts';

/** Users without a password confirm by signing in again with a provider, which returns to this page. */
export function ExternalAccounts({ onFailed }: { readonly onFailed: (error: unknown) => void }) {
  const [providers, setProviders] = useState<readonly IdentityProvider[]>([]);
  const [leaving, setLeaving] = useState<string | null>(null);
  const whileHere = useWhileHere();
  useEffect(() => {
    signInMethods().then(({ identities, providers: offered }) => {
      const linked = new Set(identities.map(({ provider }) => provider.id));
      setProviders(offered.filter(({ id }) => linked.has(id)));
    }, onFailed);
  }, [onFailed]);
  const leave = async (provider: string) => {
    setLeaving(provider);
    try {
      const { pathname, search } = window.location;
      const address = await beginSignIn(provider, pathname + search);
      await whileHere(() => leaveFor(address));
    } catch (error) {
      onFailed(error);
    }
    setLeaving(null);
  };
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{texts.signInAgain}</p>
      {providers.map(({ id, name }) => (
        <Button key={id} busy={leaving === id} disabled={leaving !== null} onClick={() => leave(id)}>
          <span className="min-w-0 truncate" dir="auto">
            {leaving === id ? texts.leaving(name) : texts.proceed(name)}
          </span>
        </Button>
      ))}
    </div>
  );
}
