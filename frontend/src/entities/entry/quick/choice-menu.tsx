import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../../../lib/cx.ts';
import { useDialogHistory } from '../../../lib/use-dialog-history.ts';
import { quickTexts as texts } from './texts.ts';

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly Icon?: LucideIcon;
  /** Color class of the icon. */
  readonly tint?: string;
  /** The key that chooses it while the menu is open. */
  readonly shortcut?: string;
}

interface ChoiceMenuProps<Value> {
  /** Read by screen readers; on a phone also shown above the choices. */
  readonly title: string;
  readonly subject: string;
  readonly choices: readonly Choice<Value>[];
  /** Undefined while nothing is chosen. */
  readonly current?: Value;
  /** The menu opens beside it; on a phone it opens as a bottom sheet. */
  readonly anchor: Element | null;
  readonly onChoose: (value: Value) => void;
  readonly onClose: () => void;
}

/** Pixels between the menu and its anchor, and at least to the edge of the window. */
const gap = 6;

/** Places the menu below its anchor, or above where there is more room. */
function placeBeside(menu: HTMLElement, anchor: Element | null): { readonly left: number; readonly top: number } {
  const { width, height } = menu.getBoundingClientRect();
  const box = anchor?.getBoundingClientRect() ?? new DOMRect(window.innerWidth / 2, window.innerHeight / 2, 0, 0);
  const below = box.bottom + gap;
  const fits = below + height + gap <= window.innerHeight || box.top < window.innerHeight - box.bottom;
  const within = (start: number, length: number, room: number) => Math.max(gap, Math.min(start, room - length - gap));
  return {
    left: within(box.left, width, document.documentElement.clientWidth),
    top: within(fits ? below : box.top - gap - height, height, window.innerHeight),
  };
}

/** On a phone the menu covers the page, so Back closes it. */
function BackCloses({ onBack }: { readonly onBack: () => void }) {
  useDialogHistory(onBack);
  return null;
}

const nextOf: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowDown: (place, count) => (place + 1) % count,
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowUp: (place, count) => (place + count - 1) % count,
  ArrowLeft: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A single-choice menu; mount it only while it is open. */
function ChoiceMenu<Value extends string | number | null>(props: ChoiceMenuProps<Value>) {
  const { title, subject, choices, current, anchor, onChoose, onClose } = props;
  const [opener] = useState(() => document.activeElement);
  const [isSheet] = useState(() => window.matchMedia('(width < 40rem)').matches);
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])];

  useLayoutEffect(() => {
    const box = menu.current;
    if (!box) return;
    const { left, top } = placeBeside(box, anchor);
    box.style.setProperty('--left', `${left}px`);
    box.style.setProperty('--top', `${top}px`);
  }, [anchor]);

  useEffect(() => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])];
    (all.find((item) => item.ariaChecked === 'true') ?? all[0])?.focus({ preventScroll: true });
  }, []);

  // A resize or navigation moves the page under the menu, so close it.
  useEffect(() => {
    const stop = new AbortController();
    for (const event of isSheet ? ['resize'] : ['resize', 'popstate'])
      window.addEventListener(event, onClose, { signal: stop.signal });
    return () => stop.abort();
  }, [onClose, isSheet]);

  const leave = () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    onClose();
  };
  const choose = (value: Value) => {
    leave();
    onChoose(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keep page shortcuts from firing.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const all = items();
    const place = all.indexOf(document.activeElement as HTMLElement);
    const chosen = choices.find(({ shortcut }) => shortcut === key);
    const begins = (at: number) => choices[at]?.label.toLowerCase().startsWith(key.toLowerCase());
    // Search from the next item and wrap around.
    const byLetter = key.length === 1 ? all.map((_, at) => (place + 1 + at) % all.length).find(begins) : undefined;
    if (key === 'Escape' || key === 'Tab') leave();
    else if (nextOf[key]) all[nextOf[key](place, all.length)]?.focus();
    else if (chosen) choose(chosen.value);
    else if (byLetter !== undefined) all[byLetter]?.focus();
    else return;
    event.preventDefault();
  };

  return createPortal(
    <div className="fixed inset-0 z-50">
      {isSheet && <BackCloses onBack={leave} />}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        title={texts.close}
        onClick={leave}
        onWheel={leave}
        className="absolute inset-0 size-full cursor-default! max-sm:bg-[oklch(0.1_0.02_268/0.72)]"
      />
      <div
        ref={menu}
        className={cx(
          'rises absolute bg-surface-2 p-1.5 shadow-lift',
          'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-2xl max-sm:px-3 max-sm:pb-[calc(1rem+env(safe-area-inset-bottom))]',
          'sm:top-(--top) sm:left-(--left) sm:min-w-48 sm:rounded-xl sm:border sm:border-line',
        )}
      >
        <p
          aria-hidden="true"
          className="mx-3 mt-3 mb-2 line-clamp-2 leading-snug font-medium [overflow-wrap:anywhere] sm:hidden"
          dir="auto"
        >
          {subject}
        </p>
        <div
          role="menu"
          aria-label={title}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="max-h-[min(28rem,60vh)] overflow-y-auto overscroll-contain"
        >
          {choices.map(({ value, label, Icon, tint, shortcut }) => (
            <button
              key={value}
              type="button"
              role="menuitemradio"
              aria-checked={value === current}
              aria-keyshortcuts={shortcut}
              tabIndex={-1}
              onClick={() => choose(value)}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-3 text-left text-sm text-ink-1 hover:bg-surface-3 focus-visible:bg-surface-3 pointer-fine:min-h-9"
            >
              {Icon && <Icon aria-hidden="true" className={cx('size-4.5 shrink-0', tint)} />}
              <span className="flex-1">{label}</span>
              {value === current && <Check aria-hidden="true" className="size-4 shrink-0 text-ink-2" />}
              {shortcut && (
                <span aria-hidden="true" className="hidden font-sans text-xs text-ink-3 pointer-fine:inline">
                  {shortcut}
                </span>
              )}
            </button>
          ))}
        </div>
      </div>
    </div>,
    document.body,
  );
}

/** @returns the props of the button that opens the menu, and the menu element to render beside it */
export function useChoiceMenu<Value extends string | number | null>(
  menu: Omit<ChoiceMenuProps<Value>, 'anchor' | 'onClose'>,
) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  return {
    opener: { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: () => setOpen(true) } as const,
    menu: open && <ChoiceMenu {...menu} anchor={button.current} onClose={close} />,
  };
}
