import type { Editor } from '@tiptap/core';
import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { withNoNote } from '../notes/note-facts.ts';
import { readPiece, type SourceDocument, writePiece } from '../source/document.ts';
import type { TextNode } from '../source/text-node.ts';
import { writeNode } from '../source/write-node.ts';
import { normalise } from '../visual/extensions.ts';
import type { BlockKind } from './block-kind.ts';
import { blockName, tagAttribute } from './edit-source.ts';
import type { BlockField, FieldValue } from './fields.ts';
import { kindNamed } from './kinds.ts';
import { pictureKind } from './picture-kind.ts';

/** A block around the cursor, or the one that is selected. */
export interface CurrentBlock {
  readonly pos: number;
  readonly node: Node;
  readonly kind: BlockKind;
}

const dataOf = (node: Node): TextNode => node.toJSON();

function kindOf(node: Node): BlockKind | null {
  if (node.type.name === 'image') return pictureKind;
  const { kind = null, wrap } = node.attrs as { kind?: string | null; wrap?: readonly [string, string] | null };
  return kindNamed(kind ?? (wrap ? blockName(wrap[0]) : null));
}

/** The blocks around the selection, the outermost first. */
export function currentBlocks({ selection, doc }: Editor['state']): readonly CurrentBlock[] {
  const { $from } = selection;
  const found: CurrentBlock[] = [];
  const add = (node: Node, pos: number) => {
    const kind = kindOf(node);
    if (kind) found.push({ node, pos, kind });
  };
  for (let depth = 1; depth <= $from.depth; depth += 1) add($from.node(depth), $from.before(depth));
  if (selection instanceof NodeSelection) add(selection.node, selection.from);
  return doc.content.size > 0 ? found : [];
}

export const sourceOf = (node: Node, style: SourceDocument['style']): string =>
  node.type.name === 'image' ? writeNode(dataOf(node)) : writePiece(dataOf(node), style);

/** Changes a setting of a block. What is left alone in it is written as it was. */
export function changeField(
  editor: Editor,
  pos: number,
  field: BlockField,
  value: FieldValue,
  style: SourceDocument['style'],
): void {
  rewriteBlock(editor, pos, { write: (source) => field.write(source, value), style });
}

interface Rewriting {
  readonly write: (source: string) => string;
  readonly style: SourceDocument['style'];
  /** False for what undo leaves as it is. */
  readonly isUndoable?: boolean;
}

/** Writes the source of a block anew; false where nothing was changed. */
export function rewriteBlock(editor: Editor, pos: number, { write, style, isUndoable = true }: Rewriting): boolean {
  return editor.commands.command(({ tr, dispatch }) => {
    const node = tr.doc.nodeAt(pos);
    if (!node) return false;
    const source = sourceOf(node, style);
    const changed = write(source);
    if (changed === source) return false;
    const next = node.type.name === 'image' ? pictureOf(node, changed) : nodeOf(node, changed);
    if (!next) return false;
    if (dispatch) replaceKeeping(tr, pos, node, next);
    if (!isUndoable) tr.setMeta('addToHistory', false);
    return true;
  });
}

function nodeOf(node: Node, source: string): Node | null {
  const read = readPiece(source, normalise);
  if (!read || (read.type === 'island' && node.type.name !== 'island')) return null;
  const { lead } = node.attrs as { lead: string | null };
  return node.type.schema.nodeFromJSON({ ...read, attrs: { ...read.attrs, lead } });
}

function pictureOf(node: Node, source: string): Node {
  const html = [...source.matchAll(/\s([\w-]+)="[^"]*"/g)].map(([, name = '']) => [
    name,
    tagAttribute(source, 'img', name) ?? '',
  ]);
  const named = Object.fromEntries(html);
  return node.type.create({ ...node.attrs, src: named['src'] ?? '', alt: named['alt'] ?? '', html }, null, node.marks);
}

function replaceKeeping(tr: Transaction, pos: number, node: Node, next: Node): void {
  const { from } = tr.selection;
  const isSelected = tr.selection instanceof NodeSelection && from === pos;
  tr.replaceWith(pos, pos + node.nodeSize, next);
  if (isSelected) tr.setSelection(NodeSelection.create(tr.doc, pos));
  else if (next.nodeSize === node.nodeSize) tr.setSelection(Selection.near(tr.doc.resolve(from)));
}

/** Moves a block before the one above it, or behind the one below it. */
export function moveBlock(editor: Editor, pos: number, by: -1 | 1): void {
  editor.commands.command(({ tr, dispatch }) => {
    const $pos = tr.doc.resolve(pos);
    const node = $pos.nodeAfter;
    const other = by < 0 ? $pos.nodeBefore : node && tr.doc.resolve(pos + node.nodeSize).nodeAfter;
    if (!node || !other || node.isInline || isPartOnly(other)) return false;
    if (!dispatch) return true;
    const [a, b] =
      by < 0 ? [withLeadOf(node, other), withLeadOf(other, node)] : [withLeadOf(other, node), withLeadOf(node, other)];
    const begin = by < 0 ? pos - other.nodeSize : pos;
    tr.replaceWith(begin, begin + node.nodeSize + other.nodeSize, Fragment.from([a, b]));
    const at = by < 0 ? begin : begin + other.nodeSize;
    tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView();
    return true;
  });
}

/** What stands between two blocks stays there when they change places. */
const withLeadOf = (node: Node, other: Node): Node =>
  node.type.create({ ...node.attrs, lead: other.attrs['lead'] }, node.content, node.marks);
const isPartOnly = (node: Node): boolean => node.type.name === 'slot';

export function duplicateBlock(editor: Editor, pos: number): void {
  editor.commands.command(({ tr, dispatch }) => {
    const node = tr.doc.nodeAt(pos);
    if (!node || node.isInline) return false;
    const copy = node.type.create({ ...node.attrs, ...withoutNotes(node), lead: null }, node.content);
    if (dispatch) tr.insert(pos + node.nodeSize, copy).setSelection(NodeSelection.create(tr.doc, pos + node.nodeSize));
    return true;
  });
}

/** The notes on a block stay with it: its copy has none. */
function withoutNotes({ attrs }: Node): { readonly wrap?: readonly [string, string]; readonly source?: string } {
  const { wrap = null, source = null } = attrs as {
    readonly wrap?: readonly [string, string] | null;
    readonly source?: string | null;
  };
  return {
    ...(wrap ? { wrap: [withNoNote(wrap[0]), wrap[1]] } : {}),
    ...(source === null ? {} : { source: withNoNote(source) }),
  };
}

export function removeBlock(editor: Editor, pos: number): void {
  editor.commands.command(({ tr, dispatch }) => {
    const node = tr.doc.nodeAt(pos);
    if (!node) return false;
    if (dispatch) tr.delete(pos, pos + node.nodeSize).scrollIntoView();
    return true;
  });
}

/** One more column, button or picture, as the last one inside. */
export function addInside(editor: Editor, pos: number, source: string): void {
  editor.commands.command(({ tr, dispatch, state }) => {
    const node = tr.doc.nodeAt(pos);
    const read = readPiece(source, normalise);
    if (!node || !read) return false;
    let at = pos + 1;
    node.forEach((child, offset) => {
      if (child.type.name !== 'slot') at = pos + 1 + offset + child.nodeSize;
    });
    const made = state.schema.nodeFromJSON({ ...read, attrs: { ...read.attrs, lead: null } });
    if (dispatch)
      tr.insert(at, made)
        .setSelection(Selection.near(tr.doc.resolve(at + 1)))
        .scrollIntoView();
    return true;
  });
}

/** Where a new block goes: in place of an empty paragraph, else below what the cursor is in. */
function placeFor({ $from, to }: Selection): readonly [from: number, to: number] {
  const holds = ($at: ResolvedPos, depth: number) => depth === 0 || $at.node(depth).type.name === 'box';
  let depth = $from.depth;
  while (depth > 0 && !holds($from, depth - 1)) depth -= 1;
  if (depth === 0) return [to, to];
  const isEmpty = $from.node(depth).type.name === 'paragraph' && $from.node(depth).content.size === 0;
  return [isEmpty ? $from.before(depth) : $from.after(depth), $from.after(depth)];
}

/** Puts pieces of source into the text. What is typed next stands in them, or below them. */
export function insertSource(editor: Editor, source: string): void {
  const read = readPiece(source, normalise);
  if (read) insertNodes(editor, [editor.schema.nodeFromJSON({ ...read, attrs: { ...read.attrs, lead: null } })]);
}

export function insertNodes(editor: Editor, nodes: readonly Node[]): void {
  editor
    .chain()
    .focus()
    .command(({ tr, dispatch, state }) => {
      if (!dispatch) return true;
      const [from, to] = placeFor(tr.selection);
      tr.replaceWith(from, to, Fragment.from([...nodes]));
      const end = from + nodes.reduce((sum, node) => sum + node.nodeSize, 0);
      const paragraph = state.schema.nodes['paragraph'];
      if (paragraph && !tr.doc.nodeAt(end)?.isTextblock) tr.insert(end, paragraph.create());
      const first = firstText(tr, from, end);
      tr.setSelection(TextSelection.create(tr.doc, first ?? end + 1)).scrollIntoView();
      return true;
    })
    .run();
}

/** The first text to type into; captions can wait. */
function firstText(tr: Transaction, from: number, to: number): number | null {
  let found: number | null = null;
  tr.doc.nodesBetween(from, to, (node, pos) => {
    const isCaption = node.attrs['tag'] === 'figcaption' || node.attrs['tag'] === 'cite';
    if (found === null && node.isTextblock && pos >= from && pos < to && !isCaption) found = pos + 1;
    return found === null;
  });
  return found;
}
