import { isBlank, trimBlanks } from '../scan.ts';
import type { TextRules } from '../text-rules.ts';
import { cleanAnyStyle } from './clean-style.ts';

/** The allowed attributes by element name, both in lower case. Anything not listed is removed. */
export type AllowedTags = ReadonlyMap<string, ReadonlySet<string>>;

/** The sets of markup a text may keep: posts, titles and names, comments, descriptions of terms, those of people. */
export type TagSet = 'large' | 'small' | 'comment' | 'description' | 'person';

/** Not even the attributes that all elements have. */
const nothing = '-';
const everywhere = 'class id role style title';
const flow = 'align dir lang xml:lang';
const column = 'align char charoff';
const cell = `abbr ${column} axis bgcolor colspan headers height nowrap rowspan scope valign width`;

const large: Readonly<Record<string, string>> = {
  a: 'href name rel rev target',
  'abbr acronym address b big code dd dfn dl dt em fieldset i kbd mark s samp small strike strong sub sup title tt u var':
    '',
  area: 'alt coords href nohref shape target',
  'article aside div figcaption figure footer header hgroup nav p section span summary': flow,
  audio: 'autoplay controls loop muted preload src',
  bdo: 'dir',
  blockquote: 'cite lang xml:lang',
  br: '',
  button: 'disabled name type value',
  caption: 'align',
  cite: 'dir lang',
  col: `${column} dir span valign width`,
  colgroup: `${column} span valign width`,
  del: 'datetime',
  details: `${flow} open`,
  font: 'color face size',
  'h1 h2 h3 h4 h5 h6': 'align',
  hr: 'align noshade size width',
  img: 'align alt border height hspace longdesc src usemap vspace width',
  ins: 'cite datetime',
  label: 'for',
  legend: 'align',
  li: 'align value',
  map: 'name',
  menu: 'type',
  ol: 'reversed start type',
  pre: 'width',
  q: 'cite',
  table: 'align bgcolor border cellpadding cellspacing dir rules summary width',
  'tbody tfoot thead': `${column} valign`,
  td: `${cell} dir`,
  textarea: 'cols disabled name readonly rows',
  th: cell,
  tr: `align bgcolor char charoff valign`,
  track: 'default kind label src srclang',
  ul: 'type',
  video: 'autoplay controls height loop muted poster preload src width',
};

const small: Readonly<Record<string, string>> = {
  a: 'href title',
  'abbr acronym': 'title',
  'b cite code em i s strike strong': '',
  'blockquote q': 'cite',
  del: 'datetime',
};

/** The URL schemes that are allowed; any other is removed. */
export const addressSchemes: ReadonlySet<string> = new Set(
  'http https ftp ftps mailto news irc gopher nntp feed telnet mms rtsp svn tel fax xmpp webcal urn'.split(' '),
);

/** How the markup of authors is cleaned. */
export interface Markup {
  readonly tags: Readonly<Record<TagSet, AllowedTags>>;
  readonly schemes: ReadonlySet<string>;
  /** How the colon after a scheme may be written. */
  readonly colon: RegExp;
  readonly cleanStyle: (style: string) => string;
  /** Whether attributes are read as browsers read them, and written anew; else they stay as they were typed. */
  readonly rewritesAttributes: boolean;
}

/** Posts keep the large set; titles, comments and descriptions the small one; a person's description also `rel`. */
const early: Markup = {
  tags: {
    large: expand(large, everywhere),
    small: expand(small, ''),
    comment: expand(small, ''),
    description: expand(small, ''),
    person: expand({ ...small, a: 'href title rel' }, ''),
  },
  schemes: addressSchemes,
  colon: /:|&#0*58;|&#x0*3a;/gi,
  cleanStyle,
  rewritesAttributes: false,
};

const formulas =
  'annotation math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt ' +
  'mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics';

const largeToday: Readonly<Record<string, string>> = {
  ...large,
  a: `${large['a']} download`,
  dialog: 'open',
  img: `${large['img']} loading`,
  main: flow,
  object: nothing,
  [formulas]: 'columnspan display displaystyle mathsize mathvariant rowspan scriptlevel stretchy',
};

const described = expand({ ...small, a: 'href title rel target' }, '');

const today: Markup = {
  tags: {
    large: expand(largeToday, `${everywhere} aria-* data-* dir hidden lang tabindex xml:lang`),
    small: expand(small, ''),
    comment: expand({ ...small, span: '' }, ''),
    description: described,
    person: described,
  },
  schemes: new Set([...addressSchemes, 'sms']),
  colon: /:|&(?:amp;)?colon;|&#0*58;|&#x0*3a;/gi,
  cleanStyle: cleanAnyStyle,
  rewritesAttributes: true,
};

export const markups: Readonly<Record<TextRules['markup'], Markup>> = { early, today };

/** The elements that galleries may be made of. */
export const galleryTags: AllowedTags = early.tags.large;

function expand(rows: Readonly<Record<string, string>>, common: string): AllowedTags {
  const tags = new Map<string, ReadonlySet<string>>();
  for (const [names, attributes] of Object.entries(rows)) {
    const all = attributes === nothing ? '' : `${attributes} ${common}`;
    const set: ReadonlySet<string> = new Set(all.split(' ').filter(Boolean));
    for (const name of names.split(' ')) tags.set(name, set);
  }
  return tags;
}

/** Whether an element may have an attribute; `aria-*` stands for all of that beginning. */
export function isAllowed(allowed: ReadonlySet<string>, name: string): boolean {
  if (allowed.has(name)) return true;
  const family = /^(?:aria|data)-(?=[a-z0-9_-]+$)/.exec(name)?.[0];
  return family !== undefined && allowed.has(`${family}*`);
}

/** The attributes whose value is a URL. */
export const addressAttributes: ReadonlySet<string> = new Set(['href', 'src', 'cite', 'poster', 'longdesc', 'usemap']);

const sides = ['top', 'right', 'bottom', 'left'];

/** The properties allowed in a `style` attribute. None can run anything or, without brackets, load anything. */
export const styleProperties: ReadonlySet<string> = new Set([
  ...'background background-color border border-color border-style border-width border-collapse border-spacing'.split(
    ' ',
  ),
  ...sides.flatMap((side) => [
    `border-${side}`,
    ...['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
  ]),
  ...'caption-side clear color cursor direction float font font-family font-size font-style font-variant'.split(' '),
  ...'font-weight height letter-spacing line-height list-style-type max-height max-width min-height'.split(' '),
  ...'min-width overflow text-align text-decoration text-indent vertical-align width'.split(' '),
  ...['margin', 'padding'].flatMap((name) => [name, ...sides.map((side) => `${name}-${side}`)]),
]);

/**
 * Keeps the known declarations of a style. A value with a bracket, an escape, a reference, a comment or a closing brace
 * is dropped, since it could hide its real content.
 */
export function cleanStyle(style: string): string {
  const flat = style.replace(/[\n\r\t]|\\0+/g, '');
  if (/[\\(&=}]|\/\*/.test(flat)) return '';
  return flat
    .split(';')
    .map(trimBlanks)
    .filter((part) => part !== '' && isKept(part))
    .join(';');
}

function isKept(part: string): boolean {
  const colon = part.indexOf(':');
  return colon === -1 || styleProperties.has(trimBlanks(part.slice(0, colon)));
}

/**
 * Removes every disallowed scheme from a URL (`javascript:x` → `x`) and writes an allowed one in lower case.
 * Colons written as numeric references count; blanks and control characters in the scheme are ignored.
 */
export function cutSchemes(address: string, markup: Pick<Markup, 'schemes' | 'colon'> = early): string {
  let from = 0;
  for (const separator of address.matchAll(markup.colon)) {
    const head = address.slice(from, separator.index);
    if (head.includes('/?')) break;
    const scheme = schemeOf(head);
    const after = separator.index + separator[0].length;
    if (scheme === 'feed') return `feed:${cutSchemes(address.slice(after), markup)}`;
    if (markup.schemes.has(scheme)) return `${scheme}:${address.slice(after)}`;
    from = after;
  }
  return from === 0 ? address : address.slice(from);
}

function schemeOf(head: string): string {
  if (head.length > 200) return '';
  const decoded = head.replace(/&#(?:x([0-9a-f]+)|([0-9]+));/gi, (_, hex: string | undefined, decimal: string) => {
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
  let scheme = '';
  for (const character of decoded) {
    const code = character.charCodeAt(0);
    if (!isBlank(code) && code > 31 && code !== 127 && code !== 0xa0) scheme += character;
  }
  return scheme.toLowerCase();
}
