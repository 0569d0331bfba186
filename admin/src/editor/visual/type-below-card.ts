import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** What is typed while a card or a rule is selected becomes a paragraph below it, instead of replacing it. */
export function typeBelowCard(view: EditorView, _from: number, _to: number, text: string): boolean {
  const { selection, schema, tr } = view.state;
  const paragraph = schema.nodes['paragraph'];
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock || !paragraph) return false;
  const { $to } = selection;
  let depth = $to.depth;
  while (depth > 0 && !/^(?:doc|box)$/.test($to.node(depth).type.name)) depth -= 1;
  const to = depth === $to.depth ? selection.to : $to.after(depth + 1);
  tr.insert(to, paragraph.create(null, schema.text(text)));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, to + 1 + text.length)).scrollIntoView());
  return true;
}
