import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { alertDismissed, selectAlerts } from '../../entities/alerts/slice.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/**
 * Ctrl Z and ⌘ Z do what the newest notice offers. Alerts stand at the end of the page: from the middle of a long list
 * the Tab key does not get there before they go.
 */
export function useUndoKey(): void {
  const dispatch = useDispatch();
  const notice = useSelector(selectAlerts).findLast(({ tone, action }) => tone === 'notice' && action);
  useEffect(() => {
    if (!notice?.action) return undefined;
    const { id, action } = notice;
    const undo = (event: KeyboardEvent) => {
      const pressed = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (!pressed || event.shiftKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      dispatch(action.dispatches);
      dispatch(alertDismissed(id));
    };
    window.addEventListener('keydown', undo);
    return () => window.removeEventListener('keydown', undo);
  }, [notice, dispatch]);
}
