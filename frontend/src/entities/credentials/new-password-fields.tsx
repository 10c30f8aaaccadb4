import { type ComponentProps, useState } from 'react';
import { PasswordField } from '../../components/ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

type FieldInput = Pick<ComponentProps<typeof PasswordField>, 'name' | 'ref' | 'onChange' | 'onBlur' | 'error'>;

interface NewPasswordFieldsProps {
  readonly labels: readonly [password: string, confirmation: string];
  readonly password: FieldInput;
  readonly confirmation: FieldInput;
}

/** A new password with its checklist, and its confirmation. */
export function NewPasswordFields({ labels, password, confirmation }: NewPasswordFieldsProps) {
  const [typed, setTyped] = useState('');
  return (
    <>
      <PasswordField
        {...password}
        label={labels[0]}
        hint={<PasswordChecklist password={typed} />}
        autoComplete="new-password"
        onChange={(event) => {
          setTyped(event.target.value);
          return password.onChange?.(event);
        }}
      />
      <PasswordField {...confirmation} label={labels[1]} autoComplete="new-password" />
    </>
  );
}
