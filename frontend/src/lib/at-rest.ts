/** Deferred work starts after this time even on a busy page. */
const idleTimeoutMs = 5000;

/** Resolves once the first page has loaded and the browser is idle. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    const rest = () => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs });
      else setTimeout(resolve, 1000);
    };
    if (document.readyState === 'complete') rest();
    else window.addEventListener('load', rest);
  });
