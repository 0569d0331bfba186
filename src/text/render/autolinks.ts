import { attributeUrl, isKnownScheme } from '../sanitise/clean-url.ts';
import { createFinder, type Finder, isBlank, isDigit, isLetter, isWord, tagName } from '../scan.ts';
import type { TextRules } from '../text-rules.ts';

/** Turns URLs in the text of a comment into links; code, scripts and the text of existing links are left unchanged. */
export function autolinks(text: string, marking: LinkMarking): string {
  if (!/:\/\/|www\.|ftp\.|@/i.test(text)) return text;
  const tagEnd = createFinder(text, '>');
  const verbatim: string[] = [];
  let out = '';
  let plainFrom = 0;
  let inLink = false;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const close = tagEnd(at);
    const next = text.indexOf('<', at + 1);
    if (close === -1) break;
    if (next !== -1 && next < close) {
      at = next;
      continue;
    }
    const end = close + 1;
    const piece = text.slice(plainFrom, at);
    out += verbatim.length > 0 ? piece : linkPiece(piece, inLink && text.startsWith('</a>', at), marking);
    out += text.slice(at, end);
    inLink = trackTag(verbatim, text, at, end) === 'a';
    plainFrom = end;
    at = next;
  }
  const rest = text.slice(plainFrom);
  return out + (verbatim.length > 0 ? rest : linkPiece(rest, false, marking));
}

/** The `rel` of links, and the site whose own they may be. */
interface LinkMarking {
  readonly rel: TextRules['commentLinks'];
  readonly siteUrl: string;
}

const verbatimNames: ReadonlySet<string> = new Set(['code', 'pre', 'script', 'style']);

/** Updates the stack of open elements whose text is not searched; returns the name of an opening tag. */
function trackTag(open: string[], text: string, at: number, end: number): string {
  const tag = tagName(text, at, end);
  const name = tag.name.toLowerCase();
  if (verbatimNames.has(name)) {
    if (!tag.closes) open.push(name);
    else if (open.at(-1) === name) open.pop();
  }
  return tag.closes ? '' : name;
}

interface Link {
  readonly start: number;
  readonly end: number;
  readonly html: string;
}

/** Links one piece of text from left to right. Inside a link, a piece that consists of one URL stays text. */
function linkPiece(piece: string, insideLink: boolean, marking: LinkMarking): string {
  const finders = [
    addressFinder(piece, createFinder(piece, '://'), marking),
    nameFinder(piece, createFinder(piece, 'www.'), marking),
    nameFinder(piece, createFinder(piece, 'ftp.'), marking),
    mailFinder(piece, createFinder(piece, '@')),
  ];
  let out = '';
  let copied = 0;
  for (let from = 0; ; ) {
    let first: Link | undefined;
    for (const find of finders) {
      const link = find(from);
      if (link && (first === undefined || link.start < first.start)) first = link;
    }
    if (first === undefined) break;
    if (insideLink && first.start === 0 && first.end === piece.length) return piece;
    out += piece.slice(copied, first.start) + first.html;
    copied = from = first.end;
  }
  return out + piece.slice(copied);
}

type LinkFinder = (from: number) => Link | undefined;

/** Caches the last link found, so that a finder whose next link is further ahead does not search for it repeatedly. */
function remembering(next: Finder, read: (at: number, from: number) => Link | undefined): LinkFinder {
  let found: Link | undefined;
  let done = false;
  let searched = 0;
  return (from) => {
    if (found && found.start >= from) return found;
    found = undefined;
    for (let at = next(Math.max(from, searched)); !done && at !== -1; at = next(at + 1)) {
      searched = at + 1;
      found = read(at, from);
      if (found) return found;
    }
    done = true;
    return undefined;
  };
}

/** `scheme://…` */
const addressFinder = (text: string, next: Finder, marking: LinkMarking): LinkFinder =>
  remembering(next, (at, from) => {
    let start = at;
    while (start > from && at - start < 20 && isWord(text.charCodeAt(start - 1))) start--;
    if (!isKnownScheme(text.slice(start, at)) || !mayPrecede(text, start, ' (.,;:!?')) return undefined;
    const end = addressEnd(text, at + 3);
    return end === at + 3 ? undefined : link(start, end, text.slice(start, end), marking);
  });

/** `www.…` and `ftp.…` */
const nameFinder = (text: string, next: Finder, marking: LinkMarking): LinkFinder =>
  remembering(next, (at) => {
    if (!mayPrecede(text, at, ' >')) return undefined;
    let end = at + 4;
    while (isNameCode(text.charCodeAt(end))) end++;
    while (end > at + 4 && '.,;:'.includes(text[end - 1]!)) end--;
    return end === at + 4 ? undefined : link(at, end, `http://${text.slice(at, end)}`, marking);
  });

/** `someone@host.tld` */
const mailFinder = (text: string, next: Finder): LinkFinder =>
  remembering(next, (at, from) => {
    let start = at;
    while (start > from && isMailCode(text.charCodeAt(start - 1))) start--;
    if (start === at || !mayPrecede(text, start, ' >')) return undefined;
    const end = hostEnd(text, at + 1);
    const mail = text.slice(start, end);
    return end === -1 ? undefined : { start, end, html: `<a href="mailto:${mail}">${mail}</a>` };
  });

function link(start: number, end: number, url: string, marking: LinkMarking): Link | undefined {
  const address = attributeUrl(url);
  const rel = relOf(url, marking);
  return address === '' ? undefined : { start, end, html: `<a href="${address}" rel="${rel}">${address}</a>` };
}

/** Where links are also marked as written by visitors, only those to pages of other sites are not to be followed. */
function relOf(url: string, { rel, siteUrl }: LinkMarking): string {
  if (rel === 'nofollow') return rel;
  const isOther = /^https?:/i.test(url) && URL.parse(url)?.hostname !== URL.parse(siteUrl)?.hostname;
  return isOther ? rel : 'ugc';
}

/** True at the start of the text, after ASCII white space, and after one of `characters`. */
function mayPrecede(text: string, at: number, characters: string): boolean {
  if (at === 0) return true;
  return isBlank(text.charCodeAt(at - 1)) || characters.includes(text[at - 1]!);
}

/** The end of a URL. Punctuation is part of it only when more of it follows; `)` only when it closes a `(` in it. */
function addressEnd(text: string, from: number): number {
  let at = from;
  let open = 0;
  for (;;) {
    const code = text.charCodeAt(at);
    if (isAddressCode(code)) open += code === 40 ? 1 : 0;
    else if (at > from && isInnerCode(code) && isAddressCode(text.charCodeAt(at + 1))) open -= code === 41 ? 1 : 0;
    else break;
    at++;
  }
  return open > 0 && text.charCodeAt(at) === 41 ? at + 1 : at;
}

/** The end of a host name with at least one dot whose last label has two characters or more; -1 for anything else. */
function hostEnd(text: string, from: number): number {
  let best = -1;
  let label = 0;
  let labels = 0;
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (isLetter(code) || isDigit(code)) {
      label++;
      if (labels > 0 && label >= 2) best = at + 1;
    } else if (code === 45 && label >= 0) label++;
    else if (code === 46 && label > 0) {
      labels++;
      label = 0;
    } else return best;
  }
}

const isAddressCode = (code: number): boolean => isWord(code) || code >= 0x80 || '#%~/@[]*(+=&$-'.includes(char(code));

const isInnerCode = (code: number): boolean => "'.,;:!?)".includes(char(code));

const isNameCode = (code: number): boolean => isWord(code) || code >= 0x80 || '#$%&~/.-;:=,?@[]+'.includes(char(code));

const isMailCode = (code: number): boolean => isWord(code) || code === 46 || code === 43 || code === 45;

const char = (code: number): string => (code > 0 ? String.fromCharCode(code) : ' ');
