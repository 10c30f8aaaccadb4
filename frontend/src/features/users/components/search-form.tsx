import type { FormEvent, KeyboardEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { isLongEnough } from '../api.ts';
import { selectUsers } from '../selectors.ts';
import { usersActions } from '../slice.ts';
import { usersTexts as texts } from '../texts.ts';

interface SearchFormProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Form to search users. Enter submits even when the button is disabled, so that the form can explain why. */
export function SearchForm({ text, onChange }: SearchFormProps) {
  const dispatch = useDispatch();
  const { searching, searchError } = useSelector(selectUsers);
  const search = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    dispatch(usersActions.searchRequested(text));
  };
  const error = searchError ?? undefined;
  return (
    <search>
      <form noValidate onSubmit={search} className="mb-8 flex max-w-xl items-start gap-2 sm:gap-3">
        <TextField
          label={texts.label}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          placeholder={texts.placeholder}
          value={text}
          error={error}
          onChange={(event) => {
            onChange(event.target.value);
            if (error !== undefined) dispatch(usersActions.messageRead());
          }}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && search(event)}
          className="flex-1"
        />
        {/* Aligned with the field, below its label. */}
        <Button
          type="submit"
          look="primary"
          busy={searching}
          disabled={!isLongEnough(text)}
          className="mt-6.75 min-w-24 sm:min-w-28"
        >
          {searching ? texts.busy : texts.submit}
        </Button>
      </form>
    </search>
  );
}
