import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { selectAuth } from './selectors.ts';
import { formOpened } from './slice.ts';

/**
 * Ties a form to its submission: a fresh start when the page opens, and the server's words on the fields they are about.
 * @returns whether it is being submitted, and what is to be said of the form as a whole
 */
export function useSubmission<Form extends FieldValues>(form: UseFormReturn<Form>) {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectAuth);
  const { setError, getValues } = form;

  useEffect(() => {
    dispatch(formOpened());
  }, [dispatch]);

  useEffect(() => {
    const known = Object.entries(fieldErrors).filter(([field]) => field in getValues());
    for (const [place, [field, message]] of known.entries()) {
      setError(field as Path<Form>, { message }, { shouldFocus: place === 0 });
    }
  }, [fieldErrors, setError, getValues]);

  const atFault = Object.keys(fieldErrors);
  const allSaidOnFields = atFault.length > 0 && atFault.every((field) => field in getValues());
  return { busy, error: allSaidOnFields ? null : error };
}
