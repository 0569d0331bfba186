import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const forbidden: ReadonlySet<string> = new Set(
  'script frame frameset object embed applet link meta base noscript template xmp plaintext portal'.split(' '),
);
const addresses: ReadonlySet<string> = new Set(
  'href src action formaction data poster cite longdesc usemap background ping srcset codebase manifest xlink:href'.split(
    ' ',
  ),
);

/** Who judges: the address of the site, and whether it keeps formulas and bare objects, as variant C does. */
interface Rules {
  readonly origin: string;
  readonly keepsFormulas: boolean;
}

/** The first thing in a page that would run code, or bring some in; undefined where there is none. */
export function executableIn(html: string, origin: string, keepsFormulas = false): string | undefined {
  const rules = { origin, keepsFormulas };
  const text = html.replaceAll(ownForm, '');
  return within(parseFragment(text), rules) ?? within(parse(`<!DOCTYPE html><body><div>${text}</div>`), rules);
}

/** The link and the script that the code of a contact form writes, and nothing that a writer can put into them. */
const ownForm =
  /<noscript><a href="\/embed\/forms\/\d+">[^<]*<\/a><\/noscript>(?=<\/div>)|(?<=<\/div>)<script src="\/embed\/forms\.js" defer><\/script>/g;

function within(node: Node, rules: Rules): string | undefined {
  const own = 'attrs' in node ? inElement(node, rules) : undefined;
  if (own) return own;
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    const found = within(child, rules);
    if (found) return found;
  }
  return undefined;
}

function inElement(element: Element, { origin, keepsFormulas }: Rules): string | undefined {
  const { tagName, attrs, namespaceURI, childNodes } = element;
  // The parser adds a head of its own; nothing in a text belongs there.
  if (!(keepsFormulas && isFormula(element)) && (forbidden.has(tagName) || namespaceURI !== html))
    return `<${tagName}>`;
  const value = (name: string) => attrs.find((one) => one.name === name)?.value;
  if (tagName === 'iframe' && !isOwnFrame(value('src') ?? '', value('sandbox'), origin))
    return `<iframe src=${value('src')}>`;
  if (tagName === 'form' && !isOwnAddress(value('action') ?? '', origin)) return `<form action=${value('action')}>`;
  if (tagName === 'style' && childNodes.some((one) => !isGalleryStyle('value' in one ? one.value : '')))
    return '<style>';
  for (const { name, value: text } of attrs) {
    if (/^on/i.test(name)) return `${tagName} ${name}`;
    if (name === 'srcdoc') return 'srcdoc';
    if (addresses.has(name) && isExecutableAddress(text)) return `${name}=${text}`;
    if (name === 'style' && /expression|behaviou?r|binding|@import|javascript|\\/i.test(text)) return `style=${text}`;
  }
  return undefined;
}

const html = 'http://www.w3.org/1999/xhtml';
const formulas = 'http://www.w3.org/1998/Math/MathML';
/** Parts of a formula in which a parser changes its mind about what follows. */
const misleading: ReadonlySet<string> = new Set(['annotation-xml', 'mglyph', 'malignmark', 'maction']);

/** A part of a formula, or an object that says nothing of what it would show. */
const isFormula = ({ tagName, attrs, namespaceURI }: Element): boolean =>
  namespaceURI === formulas
    ? !misleading.has(tagName)
    : tagName === 'object' && attrs.every(({ name }) => name === 'class');

/** The style sheet that the gallery writes before its pictures. */
const isGalleryStyle = (css: string) => /^[\s\w#.\-:;{}/*%]*$/.test(css) && /#gallery-\d+/.test(css);

const isOwnAddress = (address: string, origin: string) =>
  address.startsWith(`${origin}/`) || /^[/?#]?(?![/\\]|\w+:)/.test(address);
const isOwnFrame = (address: string, sandbox: string | undefined, origin: string) =>
  address.startsWith(`${origin}/`) && sandbox !== undefined && !sandbox.includes('allow-same-origin');

/** Browsers drop leading controls and blanks, and TAB, LF and CR anywhere, before they read the scheme. */
const isExecutableAddress = (value: string) =>
  /^(?:javascript|vbscript|livescript|mocha|data|blob|filesystem|view-source):/i.test(
    value.replace(/^[\0-\x20]+/, '').replace(/[\t\n\r]/g, ''),
  );
