/** A snapshot of the page's top, shown without interaction while the client loads. */
export interface Picture {
  readonly html: string;
  /** The client build: another build's style sheet has other classes. */
  readonly build: string;
  /** Window width in CSS pixels, which decides the number of columns. */
  readonly width: number;
}

const floating = '[role="dialog"], [role="menu"], [role="listbox"]';

const buildOf = (page: Document): string | undefined =>
  page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;

/** Returns the copied list items that are below the window. */
function itemsBelow(root: Element, copy: Element): Element[] {
  const items = [...copy.querySelectorAll('[data-index]')];
  return [...root.querySelectorAll('[data-index]')].flatMap((item, at) =>
    item.getBoundingClientRect().top > window.innerHeight ? (items[at] ?? []) : [],
  );
}

/**
 * Takes a snapshot without transient parts (`data-passing`).
 * @returns undefined while the page shows something other than a visit's start
 */
export function takePicture(page: Document | undefined = globalThis.document): Picture | undefined {
  const root = page?.getElementById('root');
  const build = page && buildOf(page);
  if (!root || !build || window.scrollY > 0 || page.querySelector(floating)) return undefined;
  const copy = root.cloneNode(true) as HTMLElement;
  for (const one of [...itemsBelow(root, copy), ...copy.querySelectorAll('[data-passing]')]) one.remove();
  // Do not keep what the user has half typed.
  for (const one of copy.querySelectorAll('input[value]')) one.removeAttribute('value');
  for (const one of copy.querySelectorAll<HTMLElement>('[style]')) {
    // The gateway's CSP forbids inline styles in parsed HTML.
    one.dataset.style = one.style.cssText;
    one.removeAttribute('style');
  }
  return { html: copy.innerHTML, build, width: window.innerWidth };
}

/** Shows the snapshot while the page is empty; the client renders over it. */
export function showPicture({ html, build, width }: Picture, page: Document = document): void {
  const root = page.getElementById('root');
  if (!root || root.hasChildNodes() || build !== buildOf(page) || width !== window.innerWidth) return;
  const picture = page.createElement('div');
  picture.inert = true;
  picture.innerHTML = html;
  for (const one of picture.querySelectorAll<HTMLElement>('[data-style]')) one.style.cssText = one.dataset.style ?? '';
  root.append(picture);
}
