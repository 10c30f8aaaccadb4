import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { dragged, type Lifted, placeByKey, type Rows, scrollAt } from './lifted.ts';
import { orderingTexts as texts } from './texts.ts';

interface Ordered {
  readonly entry_id: string;
  readonly name: string;
}

/** Heights in pixels of the bars at the top and bottom of the page. */
const edges = { top: 64, bottom: 72 };

const handleOf = (list: HTMLElement | null, entryId: string) =>
  list?.querySelector<HTMLElement>(`[data-entry="${entryId}"] [data-handle]`);

function rowsIn(list: HTMLElement, count: number): Rows {
  const { rowGap, gridAutoRows } = getComputedStyle(list);
  // Rows outside the DOM are padding inside the list's box.
  return {
    count,
    top: list.getBoundingClientRect().top,
    pitch: Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap),
  };
}

/**
 * Moves games by their handles: by mouse, touch and keyboard. Drag libraries measure every row, but a virtual list
 * renders only those near the window.
 * @param onPut receives the game and the index that it is dropped at
 * @returns the games in their current order, the lifted game, the live region's text and the handles' listeners
 */
export function useOrdering<Game extends Ordered>(
  games: readonly Game[],
  list: RefObject<HTMLElement | null>,
  onPut: (game: Game, to: number) => void,
) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [announcement, announce] = useState('');
  const latest = useRef({ games, lifted, onPut });
  const stopDrag = useRef<() => void>(() => {});
  useLayoutEffect(() => {
    latest.current = { games, lifted, onPut };
  });
  useEffect(() => () => stopDrag.current(), []);

  const { entryId, to } = lifted ?? { entryId: null, to: 0 };
  const shown = useMemo(() => (entryId === null ? games : withLifted(games, entryId, to)), [games, entryId, to]);

  // Restore focus: virtual scrolling may have unmounted the handle for a moment.
  useLayoutEffect(() => {
    if (lifted?.by !== 'keys') return;
    const handle = handleOf(list.current, lifted.entryId);
    if (handle && document.activeElement !== handle) handle.focus({ preventScroll: true });
  });

  const actions = useMemo(() => {
    const nameOf = (entryId: string) => latest.current.games.find(({ entry_id }) => entry_id === entryId)?.name ?? '';
    const count = () => latest.current.games.length;

    const put = () => {
      const { lifted: now, games: all } = latest.current;
      setLifted(null);
      const game = all.find(({ entry_id }) => entry_id === now?.entryId);
      if (!now || !game) return;
      if (now.to === now.from) return announce(texts.stays(game.name, now.from + 1));
      latest.current.onPut(game, now.to);
      announce(texts.dropped(game.name, now.to + 1));
    };
    const cancel = () => {
      const { lifted: now } = latest.current;
      setLifted(null);
      if (now) announce(texts.stays(nameOf(now.entryId), now.from + 1));
    };
    const lift = (entryId: string, from: number, by: Lifted['by']) => {
      const one: Lifted = { entryId, by, from, to: from, offset: 0 };
      latest.current.lifted = one;
      setLifted(one);
      announce(texts.lifted(nameOf(entryId), from + 1, count()));
    };

    const onPointerDown = (event: PointerEvent<HTMLElement>, entryId: string, place: number) => {
      const row = event.currentTarget.closest('[data-entry]');
      const box = list.current;
      if (event.button !== 0 || !event.isPrimary || !row || !box) return;
      event.preventDefault();
      // Focus the list: virtual scrolling may unmount the handle, and the browser would move focus and scroll.
      box.focus({ preventScroll: true });
      const grip = event.clientY - row.getBoundingClientRect().top;
      let y = event.clientY;
      const stop = new AbortController();
      const { signal } = stop;
      const follow = () => {
        const now = latest.current.lifted;
        if (!now) return;
        const next = dragged(now, rowsIn(box, count()), y, grip);
        if (next.to === now.to && next.offset === now.offset) return;
        latest.current.lifted = next;
        setLifted(next);
        if (next.to !== now.to) announce(texts.at(next.to + 1, count()));
      };
      const end = (act: () => void) => () => {
        stop.abort();
        act();
      };
      const frame = () => {
        if (signal.aborted) return;
        window.scrollBy(0, scrollAt(y, window.innerHeight, edges));
        follow();
        requestAnimationFrame(frame);
      };
      stopDrag.current();
      stopDrag.current = () => stop.abort();
      lift(entryId, place, 'pointer');
      // Listen on the window, because the dragged row moves about in the DOM.
      window.addEventListener(
        'pointermove',
        (moved) => {
          y = moved.clientY;
        },
        { signal },
      );
      window.addEventListener('pointerup', end(put), { signal });
      window.addEventListener('pointercancel', end(cancel), { signal });
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(cancel)(), { signal });
      requestAnimationFrame(frame);
    };

    const onKeyDown = (event: KeyboardEvent<HTMLElement>, entryId: string, place: number) => {
      const { key } = event;
      const now = latest.current.lifted;
      const isLifted = now?.by === 'keys' && now.entryId === entryId;
      const to = isLifted ? placeByKey(key, now.to, count()) : undefined;
      if (key === ' ' || key === 'Enter') {
        if (isLifted) put();
        else if (!now) lift(entryId, place, 'keys');
      } else if (isLifted && key === 'Escape') cancel();
      else if (isLifted && key === 'Tab') return put();
      else if (isLifted && to !== undefined) {
        // The list keeps the focus while a row that moves far is unmounted.
        if (Math.abs(to - now.to) > 1) list.current?.focus({ preventScroll: true });
        if (list.current) bringIntoView(rowsIn(list.current, count()), to);
        setLifted({ ...now, to });
        announce(texts.at(to + 1, count()));
      } else if (!isLifted) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onBlur = (next: Element | null) => {
      if (latest.current.lifted?.by === 'keys' && next && next !== list.current) cancel();
    };
    return { onPointerDown, onKeyDown, onBlur };
  }, [list]);

  return { shown, lifted, announcement, announce, ...actions };
}

function withLifted<Game extends Ordered>(games: readonly Game[], entryId: string, to: number): readonly Game[] {
  const game = games.find(({ entry_id }) => entry_id === entryId);
  return game ? games.filter((one) => one !== game).toSpliced(to, 0, game) : games;
}

/** Scrolls until a place and its neighbors are in the window. */
function bringIntoView({ top, pitch }: Rows, place: number): void {
  const above = top + (place - 1) * pitch - edges.top;
  const below = top + (place + 2) * pitch - (window.innerHeight - edges.bottom);
  if (above < 0) window.scrollBy(0, above);
  else if (below > 0) window.scrollBy(0, below);
}
