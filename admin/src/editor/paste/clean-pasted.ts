import { wordList } from './word-lists.ts';

/** Elements that are kept, without attributes but those in `keptAttributes`. Others are replaced by what is in them. */
const kept = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE CODE HR BR STRONG EM S U A IMG TABLE THEAD TBODY TFOOT TR TH TD'.split(
    ' ',
  ),
);
const keptAttributes: Readonly<Record<string, readonly string[]>> = {
  A: ['href'],
  IMG: ['src', 'alt'],
  OL: ['start'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
};
/** Names that mean the same. */
const sameAs: Readonly<Record<string, string>> = { B: 'strong', I: 'em', STRIKE: 's', DEL: 's', INS: 'u', TT: 'code' };
/** Styles of Word that stand for elements. */
const styledAs: Readonly<Record<string, string>> = {
  MsoTitle: 'h1',
  MsoSubtitle: 'h2',
  MsoQuote: 'blockquote',
  MsoIntenseQuote: 'blockquote',
};

/** Marks where the cleaner puts the source of a table; see `Island`. */
export const islandSource = 'data-island-source';

/**
 * Cleans HTML of the clipboard: what word processors and mail programs put around a text goes, its structure stays.
 * The result has only elements that the editor knows, and tables.
 */
export function cleanPasted(html: string): string {
  const harmless = withoutPrograms(fragmentOf(html));
  if (isOwnSlice(html)) return harmless.replaceAll(new RegExp(`\\s${islandSource}=`, 'gi'), ' data-refused=');
  const { body } = new DOMParser().parseFromString(`<body>${harmless}`, 'text/html');
  const target = body.ownerDocument.createElement('div');
  for (const node of wordList(body)) appendClean(node, target);
  dropEmpty(target);
  return target.innerHTML;
}

/** Copied out of this editor: its parts have the form they need already. */
const isOwnSlice = (html: string): boolean => html.includes('data-pm-slice');

function fragmentOf(html: string): string {
  return /<!--\s*StartFragment\s*-->([\s\S]*?)<!--\s*EndFragment\s*-->/.exec(html)?.[1] ?? html;
}

/** What carries a program is taken out of the text before it is read as markup: the content policy would report it. */
function withoutPrograms(html: string): string {
  const cleaned = html
    .replace(/<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/gi, (_, bullet: string) => {
      const isOrdered = /^\s*(?:\d+|[a-z]{1,3})[.)]/i.test(bullet.replace(/<[^>]*>|&nbsp;/gi, ' '));
      return `<i class="word-bullet-${isOrdered ? 'ol' : 'ul'}"></i>`;
    })
    .replace(/<!--[\s\S]*?-->|<!\[[^>]*>/g, '')
    .replace(/<(script|style|xml|title|template|svg|math|iframe|object|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<\/?(?:meta|link|base|embed|form|input|button)\b[^>]*>/gi, '');
  const calm = cleaned.replace(/([\s"'/])on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi, '$1');
  const isLeft = /<(?:script|style|template|svg|math|iframe|object)\b|[\s"'/]on[a-z]+\s*=/i.test(
    calm.replace(/>[^<]*</g, '><'),
  );
  return isLeft ? escaped(calm.replace(/<[^>]*>?/g, ' ')) : calm;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function appendClean(node: Node, target: Element): void {
  if (node.nodeType === Node.TEXT_NODE) {
    // Ends of lines of the source mean nothing, except in code.
    const text = node.textContent ?? '';
    target.append(target.closest('pre') ? text : text.replace(/[\t\n\r ]+/g, ' '));
    return;
  }
  if (!(node instanceof Element)) return;
  if (node.tagName === 'TABLE') {
    target.append(tableIsland(node));
    return;
  }
  const made = elementFor(node);
  if (made) target.append(made);
  const inner = made ? innermost(made) : target;
  for (const child of node.childNodes) appendClean(child, inner);
}

/** The element that stands for this one, with the marks that its style means inside it; null for one that goes. */
function elementFor(element: Element): Element | null {
  const { ownerDocument: owner, tagName } = element;
  if (tagName === 'IMG' && !isPicture(element)) return null;
  const styled = styledAs[element.classList[0] ?? ''];
  const name = styled ?? sameAs[tagName] ?? (kept.has(tagName) ? tagName.toLowerCase() : blockName(element));
  const marks = marksOf(element).filter((mark) => mark !== name);
  // The editor of Google puts everything into a bold element that is not bold.
  const isFeigned =
    name === 'strong' && /(?<![\w-])font-weight:\s*(?:normal|400)/i.test(element.getAttribute('style') ?? '');
  const names = [...(name && !isFeigned ? [name] : []), ...marks];
  const [outer, ...others] = names.map((one) => owner.createElement(one));
  if (!outer) return null;
  for (const attribute of keptAttributes[tagName] ?? []) {
    const value = element.getAttribute(attribute);
    if (value !== null) outer.setAttribute(attribute, attribute === 'href' ? directAddress(value) : value);
  }
  let at = outer;
  for (const other of others) at = at.appendChild(other);
  return outer;
}

const innermost = (element: Element): Element =>
  element.firstElementChild ? innermost(element.firstElementChild) : element;

/** Other blocks become paragraphs where they hold text and no blocks themselves. */
function blockName(element: Element): string | null {
  const isBlock = /^(?:DIV|SECTION|ARTICLE|HEADER|FOOTER|DT|DD|FIGCAPTION|ADDRESS)$/.test(element.tagName);
  return isBlock && !element.querySelector('p,div,ul,ol,table,h1,h2,h3,h4,h5,h6,blockquote,pre') ? 'p' : null;
}

/** The marks that a style means: word processors write them as styles of spans. */
function marksOf(element: Element): string[] {
  if (!/^(?:SPAN|FONT|A)$/.test(element.tagName)) return [];
  const style = element.getAttribute('style') ?? '';
  const isLink = element.tagName === 'A' || element.closest('a') !== null;
  return [
    ...(/(?<![\w-])font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? ['strong'] : []),
    ...(/(?<![\w-])font-style:\s*italic/i.test(style) ? ['em'] : []),
    ...(/text-decoration[^;]*line-through/i.test(style) ? ['s'] : []),
    ...(/text-decoration[^;]*underline/i.test(style) && !isLink ? ['u'] : []),
  ];
}

/** Pictures on the web. Those of a local file or inside the clipboard's own text cannot be shown by a site. */
const isPicture = (element: Element): boolean => /^https?:\/\//i.test(element.getAttribute('src') ?? '');

/** The address behind that of a search engine, through which its editor leads all links. */
function directAddress(address: string): string {
  const behind = /^https?:\/\/www\.google\.com\/url\?/i.test(address) ? new URL(address).searchParams.get('q') : null;
  return behind ?? address;
}

/** The editor cannot represent a table, so that its source is kept, without what was around and in it. */
function tableIsland(table: Element): Element {
  const owner = table.ownerDocument;
  const clean = owner.createElement('table');
  for (const child of table.childNodes) appendClean(child, clean);
  for (const gap of clean.querySelectorAll('p')) gap.replaceWith(...gap.childNodes);
  const island = owner.createElement('div');
  island.setAttribute(islandSource, clean.outerHTML.replace(/>\s+</g, '><').replaceAll(/\s*(<\/t[dh]>)/g, '$1'));
  return island;
}

/** Word writes empty paragraphs for distance, and marks around nothing. */
function dropEmpty(target: Element): void {
  if (target.querySelector(':scope > p, :scope > h1, :scope > ul, :scope > ol'))
    for (const gap of target.querySelectorAll(':scope > br')) gap.remove();
  for (const element of [...target.querySelectorAll('p,h1,h2,h3,h4,h5,h6,strong,em,s,u,a,li,blockquote')].reverse()) {
    const isEmpty = (element.textContent ?? '').trim() === '' && !element.querySelector('img,br,hr');
    if (!isEmpty) continue;
    // A mark around a space keeps the space.
    const isMark = /^(?:STRONG|EM|S|U|A)$/.test(element.tagName);
    if (isMark) element.replaceWith(...element.childNodes);
    else element.remove();
  }
}
