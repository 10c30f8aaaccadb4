import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { formOpened, selectAuth } from './slice.ts';

/**
 * Resets the submission when the page opens, and shows the server's field errors on their fields.
 * Returns whether a submission is in flight, and the error of the whole form.
 */
export function useSubmission<Form extends FieldValues>(form: UseFormReturn<Form>) {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectAuth);
  useEffect(() => {
    dispatch(formOpened());
  }, [dispatch]);
  const allOnFields = useFieldErrors(form, fieldErrors);
  return { busy, error: allOnFields ? null : error };
}
