import { Fragment, type Node, type Schema, DOMParser as SchemaParser, Slice } from '@tiptap/pm/model';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { cleanPasted } from '../paste/clean-pasted.ts';
import { isMarkdown, markdownHtml } from '../paste/markdown.ts';
import { readPiece } from '../source/document.ts';
import { placeEmbed } from './embed.ts';
import { isAddress } from './embed-form.tsx';
import { normalise } from './extensions.ts';

/** How text of the clipboard gets into the editor: cleaned, Markdown as what it means, an address alone as a card. */
export function pasting(takeFiles: (files: FileList | undefined) => boolean): EditorProps {
  return {
    transformPastedHTML: cleanPasted,
    transformPasted: withTables,
    // `null` leaves it to the editor: text is then pasted as it is.
    clipboardTextParser: (text, _context, isPlain, view) =>
      !isPlain && isMarkdown(text) ? sliceOf(markdownHtml(text), view.state.schema) : (null as never),
    handlePaste: (view, event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      // Programs put a picture of the text beside the text.
      const hasText = text.trim() !== '';
      return (hasText && pasteAddress(view, text)) || (!hasText && takeFiles(event.clipboardData?.files));
    },
  };
}

/** Tables come as source; they are edited where they are pasted. */
function withTables({ content, openStart, openEnd }: Slice): Slice {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const read = node.type.name === 'island' ? readPiece(String(node.attrs['source']), normalise) : null;
    nodes.push(read ? node.type.schema.nodeFromJSON({ ...read, attrs: { ...read.attrs, lead: null } }) : node);
  });
  return new Slice(Fragment.from(nodes), openStart, openEnd);
}

export function sliceOf(html: string, schema: Schema): Slice {
  const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  return SchemaParser.fromSchema(schema).parseSlice(body);
}

function pasteAddress({ state, dispatch }: EditorView, text: string): boolean {
  const { $from, empty } = state.selection;
  const isAlone =
    empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0 && $from.depth === 1;
  if (!isAlone || !isAddress(text)) return false;
  dispatch(placeEmbed(state.tr, text.trim()));
  return true;
}
