import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Puts the server's words on the fields of a form that they are about, and focus on the first of them.
 * @param fieldErrors field to its first message; the same object for as long as it is the same answer
 * @returns whether all that the server had to say is said on fields
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
