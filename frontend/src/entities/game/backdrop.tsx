import type { CoverColour } from '@nightshelf/contracts/game-details.ts';
import type { CSSProperties } from 'react';

type Tint = CSSProperties & Readonly<Record<`--art-${string}`, number>>;

/** The strongest colour of a cover and the next, for the class `art-tint`, which has them fit both themes. */
function tintOf([first, second = first]: readonly CoverColour[]): Tint {
  if (!first || !second) return {};
  return {
    '--art-hue': first.hue,
    '--art-chroma': first.chroma,
    '--art-hue-2': second.hue,
    '--art-chroma-2': second.chroma,
  };
}

interface BackdropProps {
  readonly colours: readonly CoverColour[];
  /** Address of the cover. */
  readonly cover: string | null;
}

/** The cover's light on the page behind it: its colours, and itself out of focus. */
export function Backdrop({ colours, cover }: BackdropProps) {
  return (
    <div
      aria-hidden="true"
      className="backdrop pointer-events-none absolute inset-x-0 top-0 -z-10 h-[46rem] overflow-hidden lg:left-56"
    >
      {cover !== null && <img src={cover} alt="" decoding="async" className="backdrop-cover" />}
      {colours.length > 0 && <div className="art-tint appears absolute inset-0" style={tintOf(colours)} />}
    </div>
  );
}
