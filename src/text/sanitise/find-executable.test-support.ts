import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import type { TextRules } from '../text-rules.ts';

type Node = DefaultTreeAdapterTypes.Node;

const forbiddenElements: ReadonlySet<string> = new Set(
  'script iframe frame frameset object embed applet svg math style link meta base form noscript template xmp plaintext'.split(
    ' ',
  ),
);

const addressAttributes: ReadonlySet<string> = new Set(
  'href src action formaction data poster cite longdesc usemap background ping srcset codebase manifest'.split(' '),
);

/**
 * Parses a text and returns the first thing that could run or load by itself; undefined when there is none. Today's
 * markup may have formulas, objects without attributes, and pictures of the web in styles.
 */
export function findExecutable(html: string, markup: TextRules['markup'] = 'early'): string | undefined {
  return findIn(parseFragment(html), markup) ?? findIn(parse(`<!DOCTYPE html><body><div>${html}</div>`), markup);
}

const html = 'http://www.w3.org/1999/xhtml';
const mathml = 'http://www.w3.org/1998/Math/MathML';

type Element = DefaultTreeAdapterTypes.Element;

function isHarmlessToday({ tagName, namespaceURI, attrs }: Element): boolean {
  return namespaceURI === mathml ? tagName !== 'annotation-xml' : tagName === 'object' && attrs.length === 0;
}

function findIn(node: Node, markup: TextRules['markup']): string | undefined {
  if ('attrs' in node) {
    // The html, head and body elements that the parser adds are not part of the text.
    const isForeign = forbiddenElements.has(node.tagName) || node.namespaceURI !== html;
    if (isForeign && !(markup === 'today' && isHarmlessToday(node))) return `<${node.tagName}>`;
    for (const { name, value } of node.attrs) {
      if (/^on/i.test(name)) return `${node.tagName} ${name}`;
      if (addressAttributes.has(name) && isExecutableAddress(value)) return `${name}=${value}`;
      if (name === 'style' && isExecutableStyle(value, markup)) return `style=${value}`;
      if (name === 'srcdoc') return 'srcdoc';
    }
  }
  const children = 'childNodes' in node ? node.childNodes : [];
  for (const child of children) {
    const found = findIn(child, markup);
    if (found) return found;
  }
  return undefined;
}

function isExecutableStyle(style: string, markup: TextRules['markup']): boolean {
  const loaded = markup === 'today' ? style.replace(webPicture, '').replace(harmlessCall, '') : style;
  return /[(\\]|@import/i.test(withoutSums(loaded)) || (markup === 'early' && /behavior|binding/i.test(style));
}

const webPicture = /\burl\(\s*(["']?)(?:https?:\/\/[^\s"'()\\]*|[^\s"'():\\]*)\1\s*\)/gi;
const harmlessCall = /\b(?:min|max|minmax|repeat|rgba?|(?:repeating-)?(?:linear|radial|conic)-gradient)\(/gi;

/** Removes the calls that only calculate: the sizes of blocks are written with them. */
const withoutSums = (style: string): string => style.replace(/\b(?:calc|clamp|var)\(|(?<=[(+*-] ?)\(/g, '');

/** Browsers drop leading controls and blanks, and TAB, LF and CR anywhere, before they read the scheme. */
const isExecutableAddress = (value: string): boolean =>
  /^(?:javascript|vbscript|livescript|mocha|data|blob|filesystem|view-source):/i.test(
    value.replace(/^[\0-\x20]+/, '').replace(/[\t\n\r]/g, ''),
  );
