/** Parameters as sent: text, or lists and objects built from brackets (`a[]=1`, `a[x][y]=2`). Objects have no prototype. */
export type ParamValue = string | ParamTree;
export interface ParamTree {
  [key: string]: ParamValue;
  /** The values of an inner tree in the order they were sent, which numbered keys would not keep. */
  [Symbol.iterator]?(): Iterator<ParamValue>;
}

const mostParameters = 1000;
const deepest = 8;

/** Reads a query string or a form body. Later values replace earlier ones, as clients of this interface expect. */
export function parseParams(text: string): ParamTree {
  const params = emptyTree();
  if (text === '') return params;
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (++count > mostParameters) break;
    const cut = pair.indexOf('=');
    const name = decodePart(cut < 0 ? pair : pair.slice(0, cut));
    setParam(params, name, cut < 0 ? '' : decodePart(pair.slice(cut + 1)));
  }
  return params;
}

/** Puts one value under a name that may hold brackets. */
export function setParam(params: ParamTree, name: string, value: ParamValue): void {
  const open = name.indexOf('[');
  if (open <= 0 || name.indexOf(']', open) < 0) {
    put(params, name.replace(/[ .[]/g, '_'), value);
    return;
  }
  const path = [name.slice(0, open).replace(/[ .]/g, '_')];
  for (let at = open; name[at] === '['; ) {
    const close = name.indexOf(']', at);
    if (close < 0 || path.length >= deepest) break;
    path.push(name.slice(at + 1, close));
    at = close + 1;
  }
  let node = params;
  for (const key of path.slice(0, -1)) node = childTree(node, key);
  const last = path[path.length - 1] as string;
  put(node, last === '' ? nextIndex(node) : last, value);
}

export function emptyTree(): ParamTree {
  return Object.create(null) as ParamTree;
}

/** Keys of an inner tree in the order they were sent. */
const sent = Symbol('sent');

interface OrderedTree extends ParamTree {
  [sent]?: string[];
}

function orderedTree(): ParamTree {
  const keys: string[] = [];
  const tree: ParamTree = Object.create(null, {
    [sent]: { value: keys },
    [Symbol.iterator]: { value: () => keys.map((key) => tree[key]).values() },
  });
  return tree;
}

function put(node: OrderedTree, key: string, value: ParamValue): void {
  if (!(key in node)) node[sent]?.push(key);
  node[key] = value;
}

function childTree(node: ParamTree, key: string): ParamTree {
  const name = key === '' ? nextIndex(node) : key;
  const child = node[name];
  if (typeof child === 'object') return child;
  const made = orderedTree();
  put(node, name, made);
  return made;
}

function nextIndex(node: ParamTree): string {
  let next = 0;
  for (const key in node) if (/^\d{1,9}$/.test(key)) next = Math.max(next, Number(key) + 1);
  return String(next);
}

function decodePart(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(spaced);
  }
}

/**
 * Decodes what is not valid UTF-8, or not valid encoding. Bytes that are no text become lone surrogates: reading treats
 * them as unknown characters, and a write that would store them can tell.
 */
function decodeBytes(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    const decoded = bytes.toString('utf8');
    return Buffer.from(decoded).equals(bytes) ? decoded : decoded.replaceAll('\ufffd', '\udcff');
  });
}
