import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { formOpened, selectAuth } from './slice.ts';

/**
 * Ties a form to its submission: a fresh start when the page opens, and the server's words on the fields they are about.
 * @returns whether it is being submitted, and what is to be said of the form as a whole
 */
export function useSubmission<Form extends FieldValues>(form: UseFormReturn<Form>) {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectAuth);
  useEffect(() => {
    dispatch(formOpened());
  }, [dispatch]);
  const allSaidOnFields = useFieldErrors(form, fieldErrors);
  return { busy, error: allSaidOnFields ? null : error };
}
