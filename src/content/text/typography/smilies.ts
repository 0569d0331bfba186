import { createMarkupEnd } from '../scan/markup.ts';
import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';

/** Writes faces as characters where a face stands alone between spaces or line ends, outside tags and code. */
export function smilies(text: string, siteUrl: string): string {
  if (!/[:;8]/.test(text)) return text;
  const markupEnd = createMarkupEnd(text);
  let out = '';
  let plainFrom = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const end = verbatimEnd(text, at) ?? markupEnd(at);
    out += faces(text.slice(plainFrom, at), siteUrl) + text.slice(at, end);
    plainFrom = end;
    at = text.indexOf('<', end);
  }
  return out + faces(text.slice(plainFrom), siteUrl);
}

/** Only these exact tags protect what is in them; with attributes the faces do change. */
const verbatimTags = ['code', 'pre', 'style', 'script', 'textarea'];

function verbatimEnd(text: string, at: number): number | undefined {
  const name = verbatimTags.find((tag) => text.startsWith(`<${tag}>`, at));
  if (name === undefined) return undefined;
  const end = text.indexOf(`</${name}>`, at);
  return end === -1 ? text.length : end;
}

/** A token is tried wherever one can begin: at `:`, `;` or `8` after a space or a line edge. */
function faces(piece: string, siteUrl: string): string {
  let out = '';
  let copied = 0;
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at);
    if ((code !== 58 && code !== 59 && code !== 56) || !startsAlone(piece, at)) continue;
    let end = at + 1;
    while (end < piece.length && end - at <= longest && !isSpaceAfter(piece, end)) end++;
    const token = piece.slice(at, end);
    const face = token === ':mrgreen:' ? greenFace(siteUrl) : characters[token];
    if (face === undefined) continue;
    out += piece.slice(copied, at) + face;
    copied = end;
    at = end - 1;
  }
  return copied === 0 ? piece : out + piece.slice(copied);
}

const startsAlone = (piece: string, at: number): boolean => at === 0 || isSpaceBefore(piece, at);

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
