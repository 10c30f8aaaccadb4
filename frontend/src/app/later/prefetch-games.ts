import { gameApproached } from '../../features/game/approached.ts';
import { lazyPages } from '../lazy-page.tsx';
import { store } from '../store.ts';

/** Milliseconds on a link before a visit counts as likely, so that sweeping over a grid requests nothing. */
const rest = 120;

/** Returns the guid of the game that the link around `target` leads to. */
function gameOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/game/"]') : null;
  return link?.pathname.split('/')[2];
}

/** Prefetches a game and its page while the pointer or focus rests on a link to it. */
export function prefetchGames(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const approach = ({ target }: Event) => {
    clearTimeout(timer);
    const guid = gameOf(target);
    if (!guid) return;
    timer = setTimeout(async () => {
      await lazyPages.game.preload();
      store.dispatch(gameApproached(decodeURIComponent(guid)));
    }, rest);
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, approach, { passive: true });
}
