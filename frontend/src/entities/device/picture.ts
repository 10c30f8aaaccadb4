/** What a page looked like at its top: shown while the client's files load, in which time nothing on it can be used. */
export interface Picture {
  readonly html: string;
  /** The client that drew it: another one's style sheet knows other classes. */
  readonly build: string;
  /** CSS pixels of the window, which decides how many stand side by side. */
  readonly width: number;
}

const floating = '[role="dialog"], [role="menu"], [role="listbox"]';

const buildOf = (page: Document): string | undefined =>
  page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;

/** Items of a long list that are below the window, in a copy of the page. */
function itemsBelow(root: Element, copy: Element): Element[] {
  const items = [...copy.querySelectorAll('[data-index]')];
  return [...root.querySelectorAll('[data-index]')].flatMap((item, at) =>
    item.getBoundingClientRect().top > window.innerHeight ? (items[at] ?? []) : [],
  );
}

/** Without what comes and goes (`data-passing`). @returns undefined while the page shows something else than what a visit begins with */
export function takePicture(page: Document | undefined = globalThis.document): Picture | undefined {
  const root = page?.getElementById('root');
  const build = page && buildOf(page);
  if (!root || !build || window.scrollY > 0 || page.querySelector(floating)) return undefined;
  const copy = root.cloneNode(true) as HTMLElement;
  for (const one of [...itemsBelow(root, copy), ...copy.querySelectorAll('[data-passing]')]) one.remove();
  // Half of a word that somebody has typed.
  for (const one of copy.querySelectorAll('input[value]')) one.removeAttribute('value');
  for (const one of copy.querySelectorAll<HTMLElement>('[style]')) {
    // The gateway's policy allows no styles in what is parsed.
    one.dataset.style = one.style.cssText;
    one.removeAttribute('style');
  }
  return { html: copy.innerHTML, build, width: window.innerWidth };
}

/** Shows it where the page is still empty; the client draws over it. */
export function showPicture({ html, build, width }: Picture, page: Document = document): void {
  const root = page.getElementById('root');
  if (!root || root.hasChildNodes() || build !== buildOf(page) || width !== window.innerWidth) return;
  const picture = page.createElement('div');
  picture.inert = true;
  picture.innerHTML = html;
  for (const one of picture.querySelectorAll<HTMLElement>('[data-style]')) one.style.cssText = one.dataset.style ?? '';
  root.append(picture);
}
