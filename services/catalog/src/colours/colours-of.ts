import { type CoverColour, mostOf } from '@nightshelf/contracts/game-details.ts';

/** Colours with less chroma count as grey. */
const leastChroma = 0.025;
/** A stronger colour would outshine the content on top of it. */
const mostChroma = 0.2;
const binDegrees = 30;
/** Hues closer than this, in degrees, look the same. */
const leastApart = 35;
/** Minimum weight of a further colour, relative to the strongest one. */
const leastWeight = 0.1;

interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

const linear = (channel: number) => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Björn Ottosson's OKLab, from sRGB values of 0 to 255. */
export function toOklab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

const hueOf = ({ a, b }: Lab) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
const apart = (one: number, other: number) => Math.min(Math.abs(one - other), 360 - Math.abs(one - other));
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

function toColour({ l, a, b }: Lab): CoverColour {
  return {
    lightness: rounded(Math.min(Math.max(l, 0), 1), 3),
    chroma: rounded(Math.min(Math.hypot(a, b), mostChroma), 3),
    hue: rounded(hueOf({ l, a, b }), 1) % 360,
  };
}

/**
 * Returns the dominant colours of an image, strongest first; chroma counts for more than area.
 * @param pixels red, green and blue of each pixel in turn, 0 to 255
 * @returns one to three; a grey image has one grey colour
 */
export function coloursOf(pixels: Uint8Array): CoverColour[] {
  const bins = new Map<number, { weight: number; l: number; a: number; b: number }>();
  let all = { l: 0, a: 0, b: 0 };
  const count = Math.floor(pixels.length / 3);
  if (count === 0) return [];
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const lab = toOklab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    all = { l: all.l + lab.l, a: all.a + lab.a, b: all.b + lab.b };
    const chroma = Math.hypot(lab.a, lab.b);
    if (chroma < leastChroma) continue;
    const key = Math.floor(hueOf(lab) / binDegrees);
    const bin = bins.get(key) ?? { weight: 0, l: 0, a: 0, b: 0 };
    bins.set(key, {
      weight: bin.weight + chroma,
      l: bin.l + lab.l * chroma,
      a: bin.a + lab.a * chroma,
      b: bin.b + lab.b * chroma,
    });
  }
  const found = [...bins.values()]
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ weight, l, a, b }) => ({ weight, lab: { l: l / weight, a: a / weight, b: b / weight } }));
  const least = Math.max((found[0]?.weight ?? 0) * leastWeight, count * 0.001);
  const chosen: Lab[] = [];
  for (const { weight, lab } of found) {
    if (chosen.length >= mostOf.colours || weight < least) break;
    if (chosen.every((other) => apart(hueOf(other), hueOf(lab)) >= leastApart)) chosen.push(lab);
  }
  const whole = { l: all.l / count, a: all.a / count, b: all.b / count };
  return (chosen.length > 0 ? chosen : [whole]).map(toColour);
}
