import { passwordRules } from '@nightshelf/contracts/password-rules.ts';
import { Circle, CircleCheck } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { PasswordField } from '../../components/ui/text-field.tsx';
import { cx } from '../../lib/cx.ts';
import { credentialTexts as texts } from './texts.ts';

/** Lists the password rules and ticks each one once it is met. */
function PasswordChecklist({ password }: { readonly password: string }) {
  return (
    <ul aria-label={texts.rules} className="grid grid-cols-2 gap-x-3 gap-y-1">
      {passwordRules.map(({ name, pattern }) => {
        const met = pattern.test(password);
        const Icon = met ? CircleCheck : Circle;
        return (
          <li
            key={name}
            data-met={met}
            className={cx('flex items-center gap-2 whitespace-nowrap', met ? 'text-completed' : 'text-ink-3')}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {name}
            <span className="sr-only">: {met ? texts.ruleMet : texts.ruleUnmet}</span>
          </li>
        );
      })}
    </ul>
  );
}

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
