import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import { Checkbox } from '../../components/ui/checkbox.tsx';

const texts = {
  title: 'Linked accounts',
  explanation: 'These accounts can also sign in. Select those you want to unlink.',
  remove: ({ provider, email }: LinkedIdentity) =>
    email === null ? `Unlink ${provider.name}` : `Unlink ${provider.name} (${email})`,
};

interface UnlinkChoiceProps {
  readonly identities: readonly LinkedIdentity[];
  /** Ids of the identities to unlink. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Offers to unlink identities along with a password reset; renders nothing when there are none. */
export function UnlinkChoice({ identities, chosen, onChange }: UnlinkChoiceProps) {
  if (identities.length === 0) return null;
  const toggle = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <fieldset className="rounded-lg border border-line px-4 pt-1 pb-2">
      <legend className="px-1 font-medium">{texts.title}</legend>
      <p className="text-sm text-ink-3">{texts.explanation}</p>
      {identities.map((identity) => (
        <Checkbox
          key={identity.id}
          label={texts.remove(identity)}
          checked={chosen.includes(identity.id)}
          onChange={({ target }) => toggle(identity.id, target.checked)}
          className="w-full [overflow-wrap:anywhere]"
        />
      ))}
    </fieldset>
  );
}
