/** A game that is being moved by hand or by keys, and has not been put down yet. */
export interface Lifted {
  readonly entryId: string;
  readonly by: 'pointer' | 'keys';
  /** Places, counted from 0: where it was and where it would be put down. */
  readonly from: number;
  readonly to: number;
  /** Pixels between the place and where the pointer has it. */
  readonly offset: number;
}

/** Rows of equal height, as they are on the page. */
export interface Rows {
  readonly count: number;
  /** Pixels from the top of the window to the top of the first row. */
  readonly top: number;
  /** From the top of one row to that of the next. */
  readonly pitch: number;
}

const within = (place: number, count: number) => Math.max(0, Math.min(count - 1, place));

/** The place under the pointer. @param grip pixels between the top of the row and where it is held */
export function dragged(lifted: Lifted, { count, top, pitch }: Rows, y: number, grip: number): Lifted {
  const to = within(Math.floor((y - top) / pitch), count);
  return { ...lifted, to, offset: Math.round(y - grip - (top + to * pitch)) };
}

const page = 10;

/** The place that a key leads to; undefined for a key that moves nothing. */
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

/** Pixels to scroll per frame with a pointer near an edge of the window. @param edges heights of what covers it there */
export function scrollAt(y: number, height: number, edges: { readonly top: number; readonly bottom: number }): number {
  const zone = 72;
  const above = edges.top + zone - y;
  const below = y - (height - edges.bottom - zone);
  if (above > 0) return -Math.ceil(Math.min(above, zone) / 4);
  return below > 0 ? Math.ceil(Math.min(below, zone) / 4) : 0;
}
