import bebasNeue from './faces/bebas-neue.json' with { type: 'json' };
import cinzel from './faces/cinzel.json' with { type: 'json' };
import dmSerifDisplay from './faces/dm-serif-display.json' with { type: 'json' };
import jost from './faces/jost.json' with { type: 'json' };
import silkscreen from './faces/silkscreen.json' with { type: 'json' };
import spaceGrotesk from './faces/space-grotesk.json' with { type: 'json' };

/** Outlines of a typeface, so that a cover looks the same whatever fonts the viewer has. One em is 1000 units. */
export interface Face {
  readonly capHeight: number;
  /** Whether it has capitals only, so that text is upper-cased first. */
  readonly capitals: boolean;
  /** Maps pairs of characters to the units between them, mostly negative. */
  readonly kerning: ReadonlyMap<string, number>;
  /** Maps a character to its advance and its outline as SVG path data. */
  readonly glyphs: ReadonlyMap<string, Glyph>;
}

interface Glyph {
  readonly advance: number;
  readonly outline: string;
}

interface FaceFile {
  readonly capHeight: number;
  readonly kerning: Readonly<Record<string, number>>;
  readonly glyphs: Readonly<Record<string, readonly (string | number)[]>>;
}

function face(file: FaceFile, capitals = false): Face {
  const glyphs = Object.entries(file.glyphs).map(
    ([character, [advance, outline]]) => [character, { advance: Number(advance), outline: String(outline) }] as const,
  );
  return {
    capHeight: file.capHeight,
    capitals,
    kerning: new Map(Object.entries(file.kerning)),
    glyphs: new Map(glyphs),
  };
}

export const faces = {
  /** Geometric. */
  jost: face(jost),
  /** Condensed, loud. */
  bebasNeue: face(bebasNeue, true),
  /** Inscriptional. */
  cinzel: face(cinzel, true),
  /** High contrast. */
  dmSerifDisplay: face(dmSerifDisplay),
  /** Pixels. */
  silkscreen: face(silkscreen, true),
  /** Technical. */
  spaceGrotesk: face(spaceGrotesk),
};
