/** Milliseconds after which the worker is registered even in a page that never comes to rest. */
const patience = 5000;

/** Lets the browser keep the client for when there is no network, once the page has all it needs itself. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/sw.js').catch(console.error);
  const whenAtRest = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(register, { timeout: patience });
    else setTimeout(register, 1000);
  };
  if (document.readyState === 'complete') whenAtRest();
  else window.addEventListener('load', whenAtRest);
}
