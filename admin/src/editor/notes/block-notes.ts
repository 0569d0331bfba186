import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, type Transaction } from '@tiptap/pm/state';
import { rewriteBlock } from '../blocks/block-commands.ts';
import { blockName } from '../blocks/edit-source.ts';
import { blockComments } from '../source/block-comments.ts';
import type { SourceDocument } from '../source/document.ts';
import { noteIdsOf, withNote, withoutNote } from './note-facts.ts';

/** The comment, or the whole source, that a node was read from; null for one that is no block. */
function sourceOf(node: Node): string | null {
  const { wrap = null, source = null } = node.attrs as {
    readonly wrap?: readonly [string, string] | null;
    readonly source?: string | null;
  };
  const own = [wrap?.[0], source].find((one) => typeof one === 'string' && blockName(one) !== null);
  return own ?? null;
}

/** A block that was made in the editor; only the parts of a text, and of blocks that hold blocks, are some. */
function isNewBlock(node: Node, parent: Node): boolean {
  const holdsBlocks = parent.type.name === 'doc' || (parent.type.name === 'box' && parent.attrs['kind'] !== null);
  return holdsBlocks && (node.attrs['lead'] ?? null) === null && blockComments(node.toJSON())[0] !== '';
}

/** Where the block with the cursor begins; null where nothing there can have a note. */
export function noteTarget({ selection }: Editor['state'], style: SourceDocument['style']): number | null {
  if (style !== 'blocks') return null;
  const { $from } = selection;
  const isBlock = (node: Node, parent: Node) => sourceOf(node) !== null || isNewBlock(node, parent);
  if (selection instanceof NodeSelection && isBlock(selection.node, $from.parent)) return selection.from;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if (isBlock($from.node(depth), $from.node(depth - 1))) return $from.before(depth);
  return null;
}

export interface NotedPlace {
  readonly id: number;
  readonly pos: number;
}

/** The blocks with notes, in the order of the text. */
export function notedPlaces(doc: Node): readonly NotedPlace[] {
  const found: NotedPlace[] = [];
  doc.descendants((node, pos) => {
    if (node.isText || node.isInline) return false;
    for (const id of noteIdsOf(sourceOf(node) ?? '')) found.push({ id, pos });
    return !node.isTextblock;
  });
  return found;
}

/** The notes that the block at a place names. */
export const notesAt = (doc: Node, pos: number): readonly number[] => noteIdsOf(sourceOf(doc.nodeAt(pos) ?? doc) ?? '');

/** A place in a text that goes on being edited; null once what stood there is gone. */
export function follow(editor: Editor, start: number): { readonly pos: () => number | null; readonly end: () => void } {
  let pos: number | null = start;
  const map = ({ transaction }: { readonly transaction: Transaction }) => {
    if (pos === null) return;
    const { pos: next, deletedAfter } = transaction.mapping.mapResult(pos, 1);
    pos = deletedAfter ? null : next;
  };
  editor.on('transaction', map);
  return { pos: () => (editor.isDestroyed ? null : pos), end: () => void editor.off('transaction', map) };
}

/** Names a note at a block; false where there is no block any more. */
export const addNote = (editor: Editor, pos: number, id: number, style: SourceDocument['style']): boolean =>
  rewriteBlock(editor, pos, { write: (source) => withNote(source, id), style, isUndoable: false });

/** Takes a note away from every block that names it. */
export function dropNote(editor: Editor, id: number, style: SourceDocument['style']): void {
  for (const { pos } of notedPlaces(editor.state.doc).filter((one) => one.id === id))
    rewriteBlock(editor, pos, { write: (source) => withoutNote(source, id), style, isUndoable: false });
}
