import { type Alert, alertDismissed, selectAlerts } from '../../entities/alerts/slice.ts';
import { store } from '../store.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/**
 * Makes Ctrl+Z and ⌘Z run the newest notice's action. Alerts are last in the page, so Tab does not reach them from a
 * long list in time.
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
