import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { gameApproached } from '../../features/game/approached.ts';
import { lazyPages } from '../lazy-page.tsx';

/** Milliseconds that a pointer rests on a link before a visit counts as likely: sweeping over a grid asks for nothing. */
const rest = 120;

/** The guid of the game that the link around `target` leads to. */
function gameOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/game/"]') : null;
  return link?.pathname.split('/')[2];
}

/** Fetches a game, and the page that shows it, while the pointer or focus rests on any link to it. */
export function useGamePrefetch(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const approach = ({ target }: Event) => {
      clearTimeout(timer);
      const guid = gameOf(target);
      if (!guid) return;
      timer = setTimeout(async () => {
        await lazyPages.game.preload();
        dispatch(gameApproached(decodeURIComponent(guid)));
      }, rest);
    };
    for (const event of ['pointerover', 'focusin']) {
      document.addEventListener(event, approach, { signal: stop.signal, passive: true });
    }
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
    return () => stop.abort();
  }, [dispatch]);
}
