import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

const forbiddenElements: ReadonlySet<string> = new Set(
  'script iframe frame frameset object embed applet svg math style link meta base form noscript template xmp plaintext'.split(
    ' ',
  ),
);

const addressAttributes: ReadonlySet<string> = new Set(
  'href src action formaction data poster cite longdesc usemap background ping srcset codebase manifest'.split(' '),
);

/** Parses a text and returns the first thing that could run or load by itself; undefined when there is none. */
export function findExecutable(html: string): string | undefined {
  return findIn(parseFragment(html)) ?? findIn(parse(`<!DOCTYPE html><body><div>${html}</div>`));
}

function findIn(node: Node): string | undefined {
  if ('attrs' in node) {
    // The html, head and body elements that the parser adds are not part of the text.
    if (forbiddenElements.has(node.tagName) || node.namespaceURI !== 'http://www.w3.org/1999/xhtml')
      return `<${node.tagName}>`;
    for (const { name, value } of node.attrs) {
      if (/^on/i.test(name)) return `${node.tagName} ${name}`;
      if (addressAttributes.has(name) && isExecutableAddress(value)) return `${name}=${value}`;
      if (name === 'style' && /[(\\]|@import|behavior|binding/i.test(withoutSums(value))) return `style=${value}`;
      if (name === 'srcdoc') return 'srcdoc';
    }
  }
  const children = 'childNodes' in node ? node.childNodes : [];
  for (const child of children) {
    const found = findIn(child);
    if (found) return found;
  }
  return undefined;
}

/** Removes the calls that only calculate: the sizes of blocks are written with them. */
const withoutSums = (style: string): string => style.replace(/\b(?:calc|clamp|var)\(|(?<=[(+*-] ?)\(/g, '');

/** Browsers drop leading controls and blanks, and TAB, LF and CR anywhere, before they read the scheme. */
const isExecutableAddress = (value: string): boolean =>
  /^(?:javascript|vbscript|livescript|mocha|data|blob|filesystem|view-source):/i.test(
    value.replace(/^[\0-\x20]+/, '').replace(/[\t\n\r]/g, ''),
  );
