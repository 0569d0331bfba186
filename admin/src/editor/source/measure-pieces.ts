import type { BlockField, FieldValue } from '../blocks/fields.ts';
import { blockKinds, formKind } from '../blocks/kinds.ts';
import { normalise } from '../visual/extensions.ts';
import { readDocument, writeDocument } from './document.ts';
import { splitSource } from './split-source.ts';
import type { TextNode } from './text-node.ts';

export interface PieceMeasure {
  readonly isSame: boolean;
  /** How many pieces there are of each kind, and how many of them are raw code. */
  readonly kinds: Readonly<Record<string, readonly [all: number, raw: number]>>;
  /** The beginnings of what is raw. */
  readonly raw: readonly string[];
}

/** Opens a text and counts its pieces: its blocks at every depth, and what stands outside blocks. */
export function measurePieces(text: string): PieceMeasure {
  const opened = readDocument(text, normalise);
  const kinds: Record<string, [number, number]> = {};
  const count = (source: string, at: 0 | 1) => {
    for (const kind of pieceKinds(source)) {
      kinds[kind] ??= [0, 0];
      kinds[kind][at] += 1;
    }
  };
  count(text, 0);
  const raw: string[] = [];
  const visit = (node: TextNode): void => {
    const { source = '' } = node.attrs ?? {};
    if (node.type === 'island' && !formKind(source)) {
      raw.push(source.slice(0, 200));
      count(source, 1);
    }
    for (const child of node.content ?? []) visit(child);
  };
  for (const node of opened.content) visit(node);
  return { isSame: writeDocument(opened) === text, kinds, raw };
}

function pieceKinds(text: string): string[] {
  const blocks = [...text.matchAll(/<!--\s+wp:([a-z][\w/-]*)/g)].map(([, name = '']) => name);
  const outside = splitSource(text).segments.flatMap(({ kind, source }) =>
    kind === 'block' ? [] : [`text: ${/^<!--(\w+)|^<(\w+)|^\[(\w+)/.exec(source)?.slice(1).find(Boolean) ?? 'lines'}`],
  );
  return [...blocks, ...outside];
}

/** Changes one word in each shown text of a piece of source, one after the other; what changed besides is wrong. */
export function changeWords(text: string): { readonly changed: number; readonly wrong: readonly string[] } {
  const opened = readDocument(text, normalise);
  const wrong: string[] = [];
  let changed = 0;
  const visit = (nodes: readonly TextNode[], write: (content: readonly TextNode[]) => string): void => {
    for (const [at, node] of nodes.entries()) {
      const writeWith = (other: TextNode) => write(nodes.with(at, other));
      const word = /\p{L}+/u.exec(node.text ?? '')?.[0];
      if (word !== undefined) {
        changed += 1;
        const written = writeWith({ ...node, text: node.text?.replace(word, () => by) ?? '' });
        if (!isOnly(text, written, word)) wrong.push(`${word}: ${written.slice(0, 400)}`);
      }
      visit(node.content ?? [], (content) => writeWith({ ...node, content }));
    }
  };
  visit(opened.content, (content) => writeDocument({ ...opened, content }));
  return { changed, wrong };
}

const by = 'Zebrafink';

/** Whether a text is another one with one word replaced. */
function isOnly(text: string, written: string, word: string): boolean {
  let same = 0;
  while (same < text.length && text[same] === written[same]) same += 1;
  for (let at = Math.max(0, same - word.length - by.length); at <= same; at += 1) {
    if (text.startsWith(word, at) && text.slice(0, at) + by + text.slice(at + word.length) === written) return true;
  }
  return false;
}

/** A text with one word changed in each of its texts, all at once. */
export function changeEverything(text: string): string {
  const opened = readDocument(text, normalise);
  const changed = (node: TextNode): TextNode => ({
    ...node,
    ...(node.text === undefined ? {} : { text: node.text.replace(/\p{L}+/u, () => by) }),
    ...(node.content ? { content: node.content.map(changed) } : {}),
  });
  return writeDocument({ ...opened, content: opened.content.map(changed) });
}

/** A text with blocks in which pieces were made in the editor. */
export function makeBlocks(made: readonly TextNode[]): string {
  const opened = readDocument('<!-- wp:paragraph -->\n<p>Above.</p>\n<!-- /wp:paragraph -->', normalise);
  return writeDocument({ ...opened, content: [...opened.content, ...made.flatMap((node) => normalise(node) ?? [])] });
}

/** What the menu inserts for each kind of block, and the same with each of its settings changed. */
export function settingsOfBlocks(): readonly (readonly [name: string, source: string])[] {
  return Object.entries(blockKinds).flatMap(([name, { template, fields, more = [] }]) => {
    if (template === undefined) return [];
    const changes = [...fields, ...more].map(
      (field) => [`${name}: ${field.label.en}`, field.write(template, sampleFor(field))] as const,
    );
    return [[name, template] as const, ...changes];
  });
}

function sampleFor({ control, choices, read, label: { en } }: BlockField): FieldValue {
  if (control === 'switch') return true;
  if (control === 'number') return 3;
  if (control === 'choice') return choices?.at(-1)?.[0] ?? '';
  if (/^Colour/.test(en)) return '#336699';
  if (/pixels|33%/.test(en)) return '40';
  return control === 'address' ? 'https://example.org/' : read('') === '' ? 'word' : '';
}
