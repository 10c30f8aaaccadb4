import { type Alert, alertDismissed, selectAlerts } from '../../entities/alerts/slice.ts';
import { store } from '../store.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/**
 * Ctrl Z and ⌘ Z do what the newest notice offers. Alerts stand at the end of the page: from the middle of a long list
 * the Tab key does not get there before they go.
 */
export function listenForUndo(): void {
  window.addEventListener('keydown', (event) => {
    const pressed = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!pressed || event.shiftKey || event.altKey || isTyping(event.target)) return;
    const alerts = selectAlerts(store.getState() as { readonly alerts: readonly Alert[] });
    const notice = alerts.findLast(({ tone, action }) => tone === 'notice' && action);
    if (!notice?.action) return;
    event.preventDefault();
    store.dispatch(notice.action.dispatches);
    store.dispatch(alertDismissed(notice.id));
  });
}
