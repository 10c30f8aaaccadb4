/** Lets the browser keep the client for when there is no network, once the page has all it needs itself. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    const register = () => navigator.serviceWorker.register('/sw.js').catch(console.error);
    if ('requestIdleCallback' in window) window.requestIdleCallback(register);
    else setTimeout(register, 1000);
  });
}
