import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** A click below the last block puts the cursor there, into a new paragraph where there is none yet. */
export function clickBelow(view: EditorView, _pos: number, event: MouseEvent): boolean {
  const { dom, state } = view;
  const last = dom.lastElementChild;
  if (event.target !== dom || !last || event.clientY <= last.getBoundingClientRect().bottom) return false;
  const { doc, schema, tr } = state;
  const paragraph = schema.nodes['paragraph'];
  if (!paragraph) return false;
  if (doc.lastChild?.type !== paragraph) tr.insert(doc.content.size, paragraph.create());
  view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView());
  return true;
}
