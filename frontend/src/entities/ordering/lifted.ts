/** A game that is being moved and has not been dropped yet. */
export interface Lifted {
  readonly entryId: string;
  readonly by: 'pointer' | 'keys';
  /** Indexes before the move and at a drop. */
  readonly from: number;
  readonly to: number;
  /** Distance in pixels between the row's place and the pointer. */
  readonly offset: number;
}

/** Rows of equal height on the page. */
export interface Rows {
  readonly count: number;
  /** Pixels from the top of the window to the top of the first row. */
  readonly top: number;
  /** Pixels from the top of one row to the top of the next. */
  readonly pitch: number;
}

const within = (place: number, count: number) => Math.max(0, Math.min(count - 1, place));

/**
 * Moves the game to the place under the pointer.
 * @param grip pixels between the top of the row and the pointer
 */
export function dragged(lifted: Lifted, { count, top, pitch }: Rows, y: number, grip: number): Lifted {
  const to = within(Math.floor((y - top) / pitch), count);
  return { ...lifted, to, offset: Math.round(y - grip - (top + to * pitch)) };
}

const page = 10;

/** Returns the index that a key leads to; undefined for other keys. */
export function placeByKey(key: string, place: number, count: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowUp: place - 1,
    ArrowDown: place + 1,
    PageUp: place - page,
    PageDown: place + page,
    Home: 0,
    End: count - 1,
  };
  const to = places[key];
  return to === undefined ? undefined : within(to, count);
}

/**
 * Returns the pixels to scroll per frame near an edge of the window.
 * @param edges heights of the bars that cover it there
 */
export function scrollAt(y: number, height: number, edges: { readonly top: number; readonly bottom: number }): number {
  const zone = 72;
  const above = edges.top + zone - y;
  const below = y - (height - edges.bottom - zone);
  if (above > 0) return -Math.ceil(Math.min(above, zone) / 4);
  return below > 0 ? Math.ceil(Math.min(below, zone) / 4) : 0;
}
