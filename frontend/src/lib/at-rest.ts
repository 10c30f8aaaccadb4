/** Milliseconds after which what can wait begins even in a page that never comes to rest. */
const patience = 5000;

/** Resolves when the first page has all that it needs, and the browser nothing better to do. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    const rest = () => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: patience });
      else setTimeout(resolve, 1000);
    };
    if (document.readyState === 'complete') rest();
    else window.addEventListener('load', rest);
  });
