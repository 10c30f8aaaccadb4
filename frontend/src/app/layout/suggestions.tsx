import {
  type AriaAttributes,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useSelector } from 'react-redux';
import { useListBox } from '../../components/ui/use-list-box.ts';
import { libraryState } from '../../entities/library/saga.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import { clearing, keyOf, type Option, SuggestionList } from '../../entities/suggestions/suggestion-list.tsx';
import { suggestionTexts as texts } from '../../entities/suggestions/texts.ts';
import { useSuggestions } from '../../entities/suggestions/use-suggestions.ts';
import { forgetSearches, noteSearch } from '../../lib/recent-searches.ts';
import { install } from '../store.ts';

install([libraryState, serverState]);

/** ARIA attributes of the box for its list. */
export type Popup = Pick<AriaAttributes, 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'>;

export interface Suggesting {
  /** @returns whether the list handled the key */
  readonly press: (event: KeyboardEvent) => boolean;
}

interface SuggestionsProps {
  readonly ref: Ref<Suggesting>;
  readonly text: string;
  /** The last submitted query, possibly submitted before this component had loaded. */
  readonly searched: readonly string[];
  /** Whether the box has focus. */
  readonly isWanted: boolean;
  readonly onPopup: (popup: Popup) => void;
  /** Opens a page and clears the box. */
  readonly onGo: (address: string) => void;
  readonly onSearch: (query: string) => void;
}

/** The suggestion list of the search box, loaded on its first focus. */
export function Suggestions({ ref, text, searched, isWanted, onPopup, onGo, onSearch }: SuggestionsProps) {
  const userId = useSelector(selectVaultOwner)?.id;
  const { options: suggested, isSettled } = useSuggestions(text, isWanted);
  /** The text for which the user closed the list. */
  const [dismissed, setDismissed] = useState<string | null>(null);
  const noted = useRef<readonly string[]>(null);
  const isBlank = text.trim() === '';
  const options: readonly Option[] = isBlank && suggested.length > 0 ? [...suggested, clearing] : suggested;
  const isOpen = isWanted && dismissed !== text && options.length > 0;

  const choose = (place: number) => {
    const option = options[place];
    list.forget();
    if (!option) return;
    setDismissed('');
    if (option.kind === 'clear') forgetSearches();
    else if (option.kind === 'recent') onSearch(option.query);
    else onGo(`/game/${encodeURIComponent(option.game.guid)}`);
  };
  const list = useListBox({ keys: options.map(keyOf), isOpen, onChoose: choose });
  const { id, active } = list;

  useEffect(
    () =>
      onPopup({
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        'aria-activedescendant': active,
      }),
    [onPopup, isOpen, id, active],
  );
  useEffect(() => {
    const [query] = searched;
    // Note a query once, for the user who submitted it.
    if (query === undefined || noted.current === searched) return;
    noted.current = searched;
    noteSearch(userId, query);
    setDismissed('');
  }, [searched, userId]);
  useEffect(() => {
    if (!isWanted) setDismissed(null);
  }, [isWanted]);

  useImperativeHandle(ref, () => ({
    press: (event) => {
      if (event.key !== 'Escape' || !isOpen) return list.press(event);
      setDismissed(text);
      list.forget();
      event.preventDefault();
      return true;
    },
  }));

  return (
    <>
      <p role="status" className="sr-only">
        {isWanted && isSettled && !isBlank && text.trim().length > 1 && texts.count(options.length)}
      </p>
      {isOpen && <SuggestionList {...list} typed={text} options={options} onChoose={choose} />}
    </>
  );
}
