import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod/mini';
import { fieldMessagesOf, messageOf } from '../../lib/api-errors.ts';
import { isNotConfirmed } from '../../lib/confirmation.ts';

/**
 * A form with the contract's rules, which shows the server's messages on their fields and focuses the first.
 * @param refused error of the last submission, the same object for the same response
 * @param fallback message of a refusal without a text
 * @returns `field`, which returns the props of an input; `error` of the whole form, null while the fields show it all
 */
export function useServerForm<Input extends FieldValues, Output>(
  schema: z.core.$ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  refused: unknown,
  fallback: string,
) {
  const resolver = zodResolver(schema) as unknown as Resolver<Input, unknown, Output>;
  const form = useForm({ resolver, mode: 'onTouched', defaultValues });
  const { register, setError, getValues, getFieldState, formState } = form;
  const failure = refused && !isNotConfirmed(refused) ? refused : null;
  const messages = useMemo(() => Object.entries(fieldMessagesOf(failure)), [failure]);
  const isKnown = ([field]: readonly [string, string]) => field in getValues();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
  useEffect(() => {
    for (const [place, [field, message]] of messages.filter(isKnown).entries())
      setError(field as Path<Input>, { message }, { shouldFocus: place === 0 });
  }, [messages, setError]);
  const areAllOnFields = messages.length > 0 && messages.every(isKnown);
  // A changed password may no longer match its confirmation, once there is one.
  const isConfirmed = getFieldState('confirm_password' as Path<Input>, formState).isTouched;
  return {
    ...form,
    field: (name: Path<Input>) => ({
      ...register(name, { deps: name === 'password' && isConfirmed ? ['confirm_password' as Path<Input>] : [] }),
      error: getFieldState(name, formState).error?.message,
    }),
    error: failure && !areAllOnFields ? messageOf(failure, fallback) : null,
  };
}
