import { escapeHtml } from './entities.ts';

/** A part of a text with the places where words occur in it. */
export interface Highlighted {
  /** HTML: the text is escaped, and each occurrence is in a `mark` element. */
  readonly html: string;
  /** How many occurrences it has. */
  readonly found: number;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a plain text around the first occurrences of words, at most so many characters.
 *
 * @param words folded by `fold`
 * @param fold a comparison key of a text, without case and accents
 */
export function highlight(
  text: string,
  words: readonly string[],
  { most, fold }: { readonly most: number; readonly fold: (text: string) => string },
): Highlighted {
  const places = placesOf(text, words, fold);
  const { from, to } = windowOf(text, places[0], most);
  let html = from > 0 ? '…' : '';
  let copied = from;
  let found = 0;
  for (const place of places) {
    if (place.from < copied || place.to > to) continue;
    html += `${escapeHtml(text.slice(copied, place.from))}<mark>${escapeHtml(text.slice(place.from, place.to))}</mark>`;
    copied = place.to;
    found += 1;
  }
  html += escapeHtml(text.slice(copied, to)) + (to < text.length ? '…' : '');
  return { html, found };
}

/** Where the words occur, in order, without overlaps. */
function placesOf(text: string, words: readonly string[], fold: (text: string) => string): Place[] {
  const { folded, starts } = foldedWithPlaces(text, fold);
  const places: Place[] = [];
  for (const word of words) {
    if (word === '') continue;
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      places.push({ from: starts[at] ?? 0, to: starts[at + word.length] ?? text.length });
    }
  }
  places.sort((a, b) => a.from - b.from || b.to - a.to);
  return places.filter((place, i) => i === 0 || place.from >= (places[i - 1]?.to ?? 0));
}

/** The fold of a text, and for each of its characters the place of the character that it comes from. */
function foldedWithPlaces(text: string, fold: (text: string) => string): { folded: string; starts: number[] } {
  const known = new Map<string, string>();
  const starts: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    let own = known.get(character);
    if (own === undefined) {
      // A letter after it, because folds have no blanks at their end.
      own = fold(`${character}a`).slice(0, -1);
      known.set(character, own);
    }
    for (let i = 0; i < own.length; i += 1) starts.push(at);
    folded += own;
    at += character.length;
  }
  starts.push(text.length);
  return { folded, starts };
}

/** The part to show: it begins at a word a little before the first place. */
function windowOf(text: string, first: Place | undefined, most: number): Place {
  if (text.length <= most) return { from: 0, to: text.length };
  const wanted = Math.max(0, Math.min((first?.from ?? 0) - Math.floor(most / 4), text.length - most));
  const blank = wanted === 0 ? -1 : text.indexOf(' ', wanted);
  const from = blank === -1 || blank > (first?.from ?? 0) ? wanted : blank + 1;
  const limit = Math.max(from + most, first?.to ?? 0);
  if (limit >= text.length) return { from, to: text.length };
  const end = text.lastIndexOf(' ', limit);
  return { from, to: Math.max(end > from + most / 2 ? end : limit, first?.to ?? 0) };
}
