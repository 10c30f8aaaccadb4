import { gameApproached } from '../../features/game/approached.ts';
import { lazyPages } from '../lazy-page.tsx';
import { store } from '../store.ts';

/** Milliseconds that a pointer rests on a link before a visit counts as likely: sweeping over a grid asks for nothing. */
const rest = 120;

/** The guid of the game that the link around `target` leads to. */
function gameOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/game/"]') : null;
  return link?.pathname.split('/')[2];
}

/** Fetches a game, and the page that shows it, while the pointer or focus rests on any link to it. */
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
