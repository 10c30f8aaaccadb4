const fractions: Readonly<Record<string, string>> = { '¼': '.25', '½': '.5', '¾': '.75' };

const grouped = /\d{1,3}(?:[ '’\u00a0\u2009\u202f]\d{3})+(?!\d)/g;

/** One separator alone is a decimal sign, except for a comma before exactly three digits. */
function pointed(number: string): string {
  const [, separator, other] = /^\d+([.,])(?:\d+\1)*\d+(?:([.,])\d+)?$/.exec(number) ?? [];
  if (separator === undefined) return number;
  if (other !== undefined && other !== separator) return number.replaceAll(separator, '').replace(',', '.');
  const isGrouped = separator === ',' ? /^\d{1,3}(,\d{3})+$/ : /^\d{1,3}(\.\d{3}){2,}$/;
  return isGrouped.test(number) ? number.replaceAll(separator, '') : number.replace(separator, '.');
}

/** Rewrites all numbers as in `1234.5`, for example `1.234,5`, `1'234.5`, `1 234,5` and `1234½`. */
export const withPlainNumbers = (text: string): string =>
  text
    .replace(grouped, (number) => number.replace(/\D/g, ''))
    .replace(/\d+(?:[.,]\d+)+/g, pointed)
    .replace(/(\d*)\s?([¼½¾])/g, (_, whole: string, fraction: string) => `${whole || '0'}${fractions[fraction] ?? ''}`)
    .trim();

/** Rewrites `~40`, `about 40` and `40+` as `40`. */
export const withoutAbout = (text: string): string =>
  text
    .replace(
      /^\s*(?:[~≈≥>±]|(?:ca|circa|about|around|approx|approximately|etwa|ungefähr|environ|env|unos)\b\.?)\s*/i,
      '',
    )
    .replace(/(?<=\d)\s*\+(?!\s*\d)/, '');

/** @returns NaN for a text that is not a number */
export function readNumber(text: string): number {
  const number = withPlainNumbers(withoutAbout(text));
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : Number.NaN;
}

/** `1.234` alone is 1234 in some locales and a decimal number in others. */
export const isAmbiguous = (text: string): boolean => /(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])/.test(text);
