/** How well some words answer to what was typed: higher is better, null not at all. */
export function fuzzy(text: string, typed: string): number | null {
  const wanted = plain(typed);
  if (wanted === '') return 0;
  const said = plain(text);
  if (said.startsWith(wanted)) return 3;
  if (said.includes(` ${wanted}`)) return 2;
  return scattered(said, wanted.replaceAll(' ', ''));
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Below 1, by how many of the letters begin a word or follow one another; null unless all are there in their order. */
function scattered(said: string, letters: string): number | null {
  let at = -1;
  let good = 0;
  for (const letter of letters) {
    const next = said.indexOf(letter, at + 1);
    if (next < 0) return null;
    if (next === at + 1 || said[next - 1] === ' ') good += 1;
    at = next;
  }
  const share = good / letters.length;
  // Letters from all over are a coincidence.
  return share < 0.6 ? null : share;
}
