import { isUtf8 } from 'node:buffer';
import { errors } from '../lib/errors.ts';

/** Parameters as sent: text, or lists and objects built from brackets (`a[]=1`, `a[x][y]=2`). Objects have no prototype. */
export type ParamValue = string | ParamTree;
export interface ParamTree {
  [key: string]: ParamValue;
  /** The values of an inner tree in the order they were sent; JavaScript would sort numeric keys. */
  [Symbol.iterator]?(): Iterator<ParamValue>;
}

/** A parameter before its brackets are parsed. */
export type Pair = readonly [name: string, value: string];

const mostParameters = 1000;
const deepest = 8;

/** Parses a query string; refuses one with too many parameters. */
export function parseParams(text: string): ParamTree {
  if (text === '') return emptyTree();
  const pairs = readPairs(text, mostParameters);
  if (!pairs) throw errors.rest_too_many_parameters({ most: mostParameters });
  return treeOf(pairs);
}

/** The decoded pairs of a query string or form body; null if there are more than `most`. */
export function readPairs(text: string, most: number): Pair[] | null {
  const pairs: Pair[] = [];
  for (let start = 0, end: number; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (end === start) continue;
    if (pairs.length === most) return null;
    const pair = text.slice(start, end);
    const cut = pair.indexOf('=');
    pairs.push(cut < 0 ? [decodePart(pair), ''] : [decodePart(pair.slice(0, cut)), decodePart(pair.slice(cut + 1))]);
  }
  return pairs;
}

/** A path with its parameters, as they stand in a URL. */
export function writeTarget({ path, query }: { readonly path: string; readonly query: ParamTree }): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => writePairs(encoded(name), value));
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

const writePairs = (name: string, value: ParamValue): string[] =>
  typeof value === 'string'
    ? [`${name}=${encoded(value)}`]
    : Object.entries(value).flatMap(([key, inner]) => writePairs(`${name}[${encoded(key)}]`, inner));

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Pairs as a tree. Later values replace earlier ones, as clients of this interface expect. */
export function treeOf(pairs: readonly Pair[]): ParamTree {
  const params = emptyTree();
  for (const [name, value] of pairs) setParam(params, name, value);
  return params;
}

/** Puts one value under a name that may hold brackets. */
function setParam(params: ParamTree, name: string, value: ParamValue): void {
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
  const last = path.pop() ?? '';
  let node = params;
  for (const key of path) node = childTree(node, key);
  put(node, last === '' ? nextIndex(node) : last, value);
}

export function emptyTree(): ParamTree {
  const tree: ParamTree = Object.create(null);
  return tree;
}

const order = Symbol('order');

/** An inner tree records its keys in the order they were sent, and the index that the next `[]` gets. */
interface InnerTree extends ParamTree {
  [order]?: { readonly keys: string[]; next: number };
}

function innerTree(): InnerTree {
  const keys: string[] = [];
  const tree: InnerTree = Object.create(null, {
    [order]: { value: { keys, next: 0 } },
    [Symbol.iterator]: { value: () => keys.map((key) => tree[key]).values() },
  });
  return tree;
}

function put(node: InnerTree, key: string, value: ParamValue): void {
  const known = node[order];
  if (known && !(key in node)) {
    known.keys.push(key);
    if (/^\d{1,9}$/.test(key)) known.next = Math.max(known.next, Number(key) + 1);
  }
  node[key] = value;
}

function childTree(node: ParamTree, key: string): ParamTree {
  const name = key === '' ? nextIndex(node) : key;
  const child = node[name];
  if (typeof child === 'object') return child;
  const made = innerTree();
  put(node, name, made);
  return made;
}

function nextIndex(node: InnerTree): string {
  return String(node[order]?.next ?? 0);
}

/** Longer text is decoded byte by byte: `decodeURIComponent` would need more memory than the text itself. */
const longText = 65_536;

function decodePart(text: string): string {
  if (text.length > longText) return decodeBytes(text);
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(text);
  }
}

const [percent, plus, blank] = [37, 43, 32];

/**
 * Decodes byte by byte, including invalid UTF-8 and invalid percent encoding. Invalid bytes become lone surrogates:
 * reads treat them as unknown characters, and writes can detect and refuse them.
 */
function decodeBytes(text: string): string {
  const bytes = Buffer.from(text);
  let size = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const coded = byte === percent ? hexValue(bytes[i + 1]) * 16 + hexValue(bytes[i + 2]) : Number.NaN;
    if (!Number.isNaN(coded)) i += 2;
    bytes[size++] = byte === plus ? blank : Number.isNaN(coded) ? byte : coded;
  }
  const decoded = bytes.toString('utf8', 0, size);
  return isUtf8(bytes.subarray(0, size)) ? decoded : markUnknown(decoded);
}

/** Replaces every U+FFFD with the lone surrogate U+DCFF. */
function markUnknown(text: string): string {
  const units = Buffer.from(text, 'utf16le');
  for (let i = 0; i < units.length; i += 2)
    if (units[i] === 0xfd && units[i + 1] === 0xff) [units[i], units[i + 1]] = [0xff, 0xdc];
  return units.toString('utf16le');
}

function hexValue(code: number | undefined): number {
  if (code === undefined) return Number.NaN;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN;
}
