import { createFinder, type Finder, isSpaceAfter, isSpaceBefore, pairAt } from '../scan.ts';

/** Replaces smilies by emoji where one is alone between spaces or line ends, outside tags and code. */
export function smilies(text: string, siteUrl: string): string {
  if (!mayHoldFace(text)) return text;
  const candidates = beginnings.map((beginning) => createFinder(text, beginning));
  const nextTag = createTagFinder(text);
  let out = '';
  let copied = 0;
  let from = 0;
  while (from < text.length) {
    const tag = nextTag(from);
    const to = tag?.start ?? text.length;
    for (let at = earliest(candidates, from); at !== -1 && at < to; at = earliest(candidates, at + 1)) {
      if (at !== from && !isSpaceBefore(text, at)) continue;
      const end = tokenEnd(text, at, to);
      const face = faceOf(text.slice(at, end), siteUrl);
      if (face === undefined) continue;
      out += text.slice(copied, at) + face;
      copied = end;
    }
    from = tag === undefined ? to : (verbatimEnd(text, tag.start) ?? tag.end);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

interface Tag {
  readonly start: number;
  readonly end: number;
}

/** Finds tags, from a `<` to the next `>` on the same line; a `<` without one is plain text. */
function createTagFinder(text: string): (from: number) => Tag | undefined {
  const nextFeed = createFinder(text, '\n');
  const nextEnd = createFinder(text, '>');
  return (from) => {
    let start = text.indexOf('<', from);
    while (start !== -1) {
      const end = nextEnd(start);
      if (end === -1) return undefined;
      const feed = nextFeed(start);
      if (feed === -1 || end < feed) return { start, end: end + 1 };
      start = text.indexOf('<', feed);
    }
    return undefined;
  };
}

/** True when the text may have a smiley between spaces, tags or its ends: most texts have none and skip the rest. */
function mayHoldFace(text: string): boolean {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) if (isFaceAt(text, at)) return true;
  // References contain many `;` and `8`, so smilies that begin with these are searched for by their last character.
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

/** The beginnings of all smilies. */
const beginnings = [':', ';)', ';-', '8-', '8O'];

/** Only these exact tags protect their content; with attributes, smilies in them are replaced. */
const verbatimTags = ['<code>', '<pre>', '<style>', '<script>', '<textarea>'];

const verbatimByTwoLetters = new Map(verbatimTags.map((tag) => [pairAt(tag, 1), tag]));

function verbatimEnd(text: string, at: number): number | undefined {
  const tag = verbatimByTwoLetters.get(pairAt(text, at + 1));
  if (tag === undefined || !text.startsWith(tag, at)) return undefined;
  const end = text.indexOf(`</${tag.slice(1)}`, at);
  return end === -1 ? text.length : end;
}

/** The end of the word that begins here, up to the length of the longest smiley. */
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
