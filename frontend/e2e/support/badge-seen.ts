/**
 * Runs in the page, because the badge may be gone before a test can look.
 * @returns when the badge has disappeared: the guid of its card, its background as RGB, and how long it was visible, in
 * milliseconds
 */
export function badgeSeen(text: string): Promise<{ card: string | undefined; paint: number[]; stayed: number }> {
  const paintOf = (element: Element) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return [];
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  return new Promise((resolve) => {
    let badge: HTMLElement | undefined;
    let from = 0;
    let seen = { card: undefined as string | undefined, paint: [] as number[] };
    const observer = new MutationObserver(() => {
      if (!badge) {
        badge = [...document.querySelectorAll<HTMLElement>('article span')].find((span) => span.textContent === text);
        if (!badge) return;
        from = performance.now();
        seen = { card: badge.closest('article')?.dataset.guid, paint: paintOf(badge) };
      } else if (!badge.isConnected) {
        observer.disconnect();
        resolve({ ...seen, stayed: performance.now() - from });
      }
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
