import { Extension } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { nextCell } from './table-commands.ts';

/** Enter, Tab and pasted lines in the texts of blocks, which cannot be divided. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  priority: 200,
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const { name } = $from.parent.type;
        if (name === 'tableCell') return editor.commands.setHardBreak();
        if (name === 'slot') {
          if (/^(?:pre|code)$/.test(String($from.parent.attrs['tag']))) return editor.commands.insertContent('\n');
          return leave($from)(editor);
        }
        // An empty paragraph at the end of a block leads out of it.
        const isLast = name === 'paragraph' && $from.parent.content.size === 0 && empty && isLastIn($from);
        return isLast ? leave($from, true)(editor) : false;
      },
      Tab: ({ editor }) => nextCell(editor, 1),
      'Shift-Tab': ({ editor }) => nextCell(editor, -1),
    };
  },
});

function isLastIn($from: ResolvedPos): boolean {
  const { depth } = $from;
  if (depth < 2 || $from.node(depth - 1).type.name !== 'box') return false;
  return $from.index(depth - 1) === $from.node(depth - 1).childCount - 1 && $from.node(depth - 1).childCount > 1;
}

/** Goes on in a paragraph: the next one inside the block, or a new one below it. */
const leave =
  ($from: ResolvedPos, removes = false) =>
  (editor: Parameters<typeof nextCell>[0]): boolean =>
    editor.commands.command(({ tr, state, dispatch }) => {
      const paragraph = state.schema.nodes['paragraph'];
      const holder = (depth: number) => $from.node(depth - 1).type.name;
      const isSummary = $from.parent.attrs['tag'] === 'summary' && holder($from.depth) === 'box';
      let depth = $from.depth - (holder($from.depth) === 'box' && !isSummary ? 1 : 0);
      while (depth > 1 && holder(depth) !== 'box' && holder(depth) !== 'doc') depth -= 1;
      if (!paragraph || depth < 1) return false;
      if (!dispatch) return true;
      const at = $from.after(depth);
      const isThere = isSummary && tr.doc.nodeAt(at)?.type === paragraph;
      if (!isThere) tr.insert(at, paragraph.create());
      tr.setSelection(TextSelection.create(tr.doc, at + 1));
      if (removes) tr.delete($from.before(), $from.after());
      tr.scrollIntoView();
      return true;
    });
