import { pairAt } from '../scan/characters.ts';
import { createFinder, type Finder } from '../scan/finder.ts';
import { markupEnd } from '../scan/markup.ts';
import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';

/** Writes faces as characters where a face stands alone between spaces or line ends, outside tags and code. */
export function smilies(text: string, siteUrl: string): string {
  if (!mayHoldFace(text)) return text;
  const candidates = beginnings.map((beginning) => createFinder(text, beginning));
  const nextTag = createFinder(text, '<');
  let out = '';
  let copied = 0;
  let from = 0;
  while (from < text.length) {
    const tag = nextTag(from);
    const to = tag === -1 ? text.length : tag;
    for (let at = earliest(candidates, from); at !== -1 && at < to; at = earliest(candidates, at + 1)) {
      if (at !== from && !isSpaceBefore(text, at)) continue;
      const end = tokenEnd(text, at, to);
      const face = faceOf(text.slice(at, end), siteUrl);
      if (face === undefined) continue;
      out += text.slice(copied, at) + face;
      copied = end;
    }
    from = tag === -1 ? to : (verbatimEnd(text, tag) ?? markupEnd(text, tag));
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** True when a face stands between spaces, tags or the ends: most texts have none and are done with. */
function mayHoldFace(text: string): boolean {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) if (isFaceAt(text, at)) return true;
  // References hold many a `;` and `8`, so that the faces that begin with one are looked for by their ends.
  for (const end of [')', 'O']) {
    for (let at = text.indexOf(end, 1); at !== -1; at = text.indexOf(end, at + 1)) {
      const start = text.charCodeAt(at - 1) === 45 ? at - 2 : at - 1;
      const code = start < 0 ? 0 : text.charCodeAt(start);
      if ((code === 59 || code === 56) && isFaceAt(text, start)) return true;
    }
  }
  return false;
}

function isFaceAt(text: string, at: number): boolean {
  if (at > 0 && text.charCodeAt(at - 1) !== 62 && !isSpaceBefore(text, at)) return false;
  let end = at + 1;
  while (end < text.length && end - at <= longest && text.charCodeAt(end) !== 60 && !isSpaceAfter(text, end)) end++;
  return faceOf(text.slice(at, end), '') !== undefined;
}

function earliest(finders: readonly Finder[], from: number): number {
  let first = -1;
  for (const next of finders) {
    const at = next(from);
    if (at !== -1 && (first === -1 || at < first)) first = at;
  }
  return first;
}

/** How faces begin. */
const beginnings = [':', ';)', ';-', '8-', '8O'];

/** Only these exact tags protect what is in them; with attributes the faces do change. */
const verbatimTags = ['<code>', '<pre>', '<style>', '<script>', '<textarea>'];

const verbatimByTwoLetters = new Map(verbatimTags.map((tag) => [pairAt(tag, 1), tag]));

function verbatimEnd(text: string, at: number): number | undefined {
  const tag = verbatimByTwoLetters.get(pairAt(text, at + 1));
  if (tag === undefined || !text.startsWith(tag, at)) return undefined;
  const end = text.indexOf(`</${tag.slice(1)}`, at);
  return end === -1 ? text.length : end;
}

/** The end of the run that begins here, as far as a face can reach. */
function tokenEnd(text: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to && end - at <= longest && !isSpaceAfter(text, end)) end++;
  return end;
}

const faceOf = (token: string, siteUrl: string): string | undefined =>
  token === ':mrgreen:' ? greenFace(siteUrl) : characters[token];

const greenFace = (siteUrl: string): string =>
  `<img src="${siteUrl}/wp-includes/images/smilies/mrgreen.png" alt=":mrgreen:" class="wp-smiley" style="height: 1em; max-height: 1em;" />`;

const characters: Readonly<Record<string, string>> = Object.assign(
  Object.create(null),
  Object.fromEntries(
    Object.entries({
      '🙂': ':) :-) :smile:',
      '🙁': ':( :-( :sad:',
      '😀': ':D :-D :grin:',
      '😛': ':P :-P :razz:',
      '😉': ';) ;-) :wink:',
      '😮': ':o :-o :eek:',
      '😐': ':| :-| :neutral:',
      '😕': ':? :-? :???:',
      '😡': ':x :-x :mad:',
      '😎': '8-) :cool:',
      '😯': '8O 8-O :shock:',
      '😆': ':lol:',
      '😳': ':oops:',
      '😥': ':cry:',
      '🙄': ':roll:',
      '😈': ':twisted:',
      '👿': ':evil:',
      '💡': ':idea:',
      '➡': ':arrow:',
      '❗': ':!:',
      '❓': ':?:',
    }).flatMap(([character, tokens]) => tokens.split(' ').map((token) => [token, character])),
  ),
);

const longest = ':mrgreen:'.length;
