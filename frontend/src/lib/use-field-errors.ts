import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Shows the server's messages on their fields and focuses the first.
 * @param fieldErrors the first message by field; the same object for the same response
 * @returns whether every message belongs to a field
 */
export function useFieldErrors<Form extends FieldValues>(
  { setError, getValues }: UseFormReturn<Form>,
  fieldErrors: Readonly<Record<string, string>>,
): boolean {
  useEffect(() => {
    const known = Object.entries(fieldErrors).filter(([field]) => field in getValues());
    for (const [place, [field, message]] of known.entries()) {
      setError(field as Path<Form>, { message }, { shouldFocus: place === 0 });
    }
  }, [fieldErrors, setError, getValues]);

  const atFault = Object.keys(fieldErrors);
  return atFault.length > 0 && atFault.every((field) => field in getValues());
}
