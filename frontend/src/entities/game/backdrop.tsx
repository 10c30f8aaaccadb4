import type { CoverColour } from '@nightshelf/contracts/game-details.ts';
import type { CSSProperties } from 'react';

type Tint = CSSProperties & Readonly<Record<`--art-${string}`, number>>;

/** Returns the two strongest cover colors for the class `art-tint`, which adapts them to both themes. */
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
  readonly cover: string | null;
}

/** A glow in the cover's colors behind the page, with the blurred cover itself. */
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
