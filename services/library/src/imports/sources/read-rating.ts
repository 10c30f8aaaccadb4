import { readNumber } from './read-number.ts';
import { isTooLong, nothing, type Read, saysNothing, shown } from './read-values.ts';

/** `8/10`, `8 out of 10`, `8 von 10`, `85%` */
const scaled = /^(.*?)\s*(?:(?:\/|out of|of|von|sur|de|su)\s*(\d+)(?:[.,]0+)?|(%))$/i;
const stars = /^([★⭐🌟]+)(½?)[☆]*$/u;
const starWords = /\s*(?:[★⭐]|stars?|sterne?n?|étoiles?|estrellas?|points?|punkte?|puntos?|pts?\.?)$/iu;

/**
 * Reads a rating as a whole number from 1 to 10.
 * @param outOf the best rating of the file, for ratings that do not state it
 */
export function readRating(text: string, outOf: number): Read<number> {
  if (saysNothing(text)) return nothing;
  const given = text.replaceAll('\ufe0f', '').trim().replace(/\s+/g, ' ');
  const { number, best } = isTooLong(given)
    ? { number: Number.NaN, best: outOf }
    : (readStars(given) ?? readScaled(given, outOf));
  if (number === 0) return nothing;
  if (Number.isNaN(number) || number < 0 || number > best) {
    return { problem: `The rating "${shown(text)}" is not between 0 and ${best}.` };
  }
  return { value: Math.max(1, Math.round((number / best) * 10)) };
}

function readStars(text: string) {
  if (/^☆+$/.test(text)) return { number: 0, best: 5 };
  const read = stars.exec(text.replace(/\s+/g, ''));
  if (!read) return null;
  const number = [...(read[1] ?? '')].length + (read[2] ? 0.5 : 0);
  return { number, best: [...text].filter((sign) => /[★⭐🌟☆]/u.test(sign)).length > 5 ? 10 : 5 };
}

function readScaled(text: string, outOf: number) {
  const [, value = '', best, percent] = scaled.exec(text.replace(starWords, '')) ?? [];
  if (percent) return { number: readNumber(value), best: 100 };
  const without = (best === undefined ? text : value).replace(starWords, '');
  return { number: readNumber(without), best: Number(best ?? outOf) };
}
