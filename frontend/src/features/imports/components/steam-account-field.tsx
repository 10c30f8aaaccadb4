import { steamAccountOf } from '@nightshelf/contracts/steam.ts';
import { useState } from 'react';
import { TextField } from '../../../components/ui/text-field.tsx';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.steam;

/** Input for a Steam account: its name, number or profile address. */
export function useSteamAccount() {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  return {
    field: { text, fault, onType: setText },
    /** Returns the account's name or number; returns null and shows an error for other text. */
    read: (): string | null => {
      const account = steamAccountOf(text);
      setFault(account ? undefined : texts.unreadable);
      return account && ('name' in account ? account.name : account.id);
    },
    setFault,
  };
}

interface SteamAccountFieldProps extends Pick<ReturnType<typeof useSteamAccount>, 'field'> {
  readonly label: string;
}

export function SteamAccountField({ label, field: { text, fault, onType } }: SteamAccountFieldProps) {
  return (
    <TextField
      label={label}
      hint={texts.hint}
      error={fault}
      value={text}
      maxLength={300}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
