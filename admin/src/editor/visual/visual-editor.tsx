import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { type CSSProperties, useRef, useState } from 'react';
import { notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { BlockBar } from '../blocks/block-bar.tsx';
import { insertNodes } from '../blocks/block-commands.ts';
import { InsertMenu, type TakeKey } from '../blocks/insert-menu.tsx';
import { pictureSource } from '../blocks/picture-source.ts';
import { blockWords } from '../blocks/words.ts';
import { type BlockNotes, BlockNotesView } from '../notes/block-notes-view.tsx';
import { readDocument, readPiece, type SourceDocument, writeDocument } from '../source/document.ts';
import type { TextNode } from '../source/text-node.ts';
import { visualWords } from '../words.ts';
import { clickBelow } from './click-below.ts';
import { extensions, normalise } from './extensions.ts';
import { pasting } from './pasting.ts';
import { type PlacedPicture, pictureNode, type UploadPicture } from './picture.ts';
import { PicturesDialog } from './pictures-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { typeBelowCard } from './type-below-card.ts';
import classes from './visual.module.css';
import { wordEnd } from './word-end.ts';

export interface VisualEditorProps {
  /** What it opens with. A text that changes otherwise than by typing needs a new editor: give it another `key`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly hasToolbar: boolean;
  /** Uploads a picture; null where it was refused, which is then said. Left out for those who may not upload. */
  readonly upload?: UploadPicture | undefined;
  /** Lets somebody choose pictures of the media library. */
  readonly choosePicture?: ((place: (picture: PlacedPicture) => void) => void) | undefined;
  /** Left out where nobody can leave notes. */
  readonly notes?: BlockNotes | undefined;
}

/** Text as it will look. What it cannot represent stays as it is. */
export function VisualEditor({ value, onChange, label, hasToolbar, upload, choosePicture, notes }: VisualEditorProps) {
  const words = useWords();
  const own = useOwnWords(visualWords);
  const [opened] = useState(() => readDocument(value, normalise));
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const surface = useRef<HTMLDivElement>(null);
  const takeKey = useRef<TakeKey | null>(null);
  const hints = useOwnWords(blockWords).word;
  const takeFiles = (files: FileList | readonly File[] | undefined): boolean => {
    const all = [...(files ?? [])];
    const taken = upload ? all.filter((file) => file.type.startsWith('image/')) : [];
    const refused = all.filter((file) => !taken.includes(file));
    setPictures(taken);
    if (refused.length > 0)
      notifyFailed(words, upload ? own.onlyPictures : own.noUpload, refused.map(({ name }) => name).join(', '));
    return all.length > 0;
  };
  const editor = useEditor({
    extensions,
    injectCSS: false,
    // One made while rendering is destroyed a moment later, also where a busy machine has not shown it yet.
    immediatelyRender: false,
    content: contentOf(opened),
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', dir: 'auto' },
      handleDrop: (view, event, _slice, moved) => {
        if (moved || !takeFiles(event.dataTransfer?.files)) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) editor?.commands.setTextSelection(boundary(view.state.doc.resolve(place.pos)));
        return true;
      },
      handleTextInput: typeBelowCard,
      handleKeyDown: (_view, event) => takeKey.current?.(event) ?? false,
      handleClick: clickBelow,
      handleClickOn: (view, _pos, node, nodePos, event) => selectMedia(view, node, nodePos, event),
      ...pasting(takeFiles),
    },
    onUpdate: ({ editor: current }) => {
      // The editor's own data has the form that it was given.
      const content = (current.getJSON().content ?? []) as readonly TextNode[];
      onChange(writeDocument({ ...opened, content }));
    },
  });

  if (!editor) return null;
  const place = (placed: readonly PlacedPicture[]) => {
    const { $from } = editor.state.selection;
    // A picture on its own is a block; one among words stands with them.
    if (
      opened.style === 'blocks' &&
      ($from.parent.content.size === 0 || !$from.parent.isTextblock || placed.length > 1)
    ) {
      const read = readPiece(pictureSource(placed), normalise);
      if (read) insertNodes(editor, [editor.schema.nodeFromJSON({ ...read, attrs: { ...read.attrs, lead: null } })]);
      return;
    }
    editor
      .chain()
      .focus()
      .insertContent(placed.map(pictureNode))
      .command(({ tr }) => {
        // What is typed next stands behind the picture, and no key deletes it by accident.
        tr.setSelection(TextSelection.near(tr.doc.resolve(tr.selection.to), 1));
        return true;
      })
      .run();
  };
  const fromLibrary = choosePicture && (() => choosePicture((picture) => place([picture])));
  const quoted = (text: string) => `"${text}"`;
  const hintStyle = {
    '--word-text': quoted(hints.text),
    '--word-caption': quoted(hints.caption),
    '--word-source': quoted(hints.source),
    '--word-summary': quoted(hints.summary),
    '--word-label': quoted(hints.label),
  } as CSSProperties;
  return (
    <div className={classes['surface']} ref={surface} style={hintStyle}>
      {hasToolbar && (
        <Toolbar editor={editor} style={opened.style} takeFiles={upload && takeFiles} choosePicture={fromLibrary} />
      )}
      <EditorContent editor={editor} />
      <BlockBar editor={editor} surface={surface} style={opened.style} />
      {notes && <BlockNotesView editor={editor} surface={surface} style={opened.style} notes={notes} />}
      <InsertMenu
        editor={editor}
        surface={surface}
        isPlain={opened.style !== 'blocks'}
        choosePicture={fromLibrary}
        takeKey={takeKey}
      />
      {upload && pictures.length > 0 && (
        <PicturesDialog files={pictures} upload={upload} place={place} close={() => setPictures([])} />
      )}
    </div>
  );
}

/** A click on the picture of a block selects the block. */
function selectMedia(view: EditorView, node: Node, pos: number, event: MouseEvent): boolean {
  const target = event.target instanceof Element ? event.target.closest('[data-media]') : null;
  if (!target || view.nodeDOM(pos) !== target.parentElement || !NodeSelection.isSelectable(node)) return false;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)));
  return true;
}

/** Never inside a word. */
function boundary({ pos, parent, parentOffset }: ResolvedPos): number {
  const text = parent.textBetween(0, parent.content.size, '\uFFFC', '\uFFFC');
  return pos + wordEnd(text, parentOffset) - parentOffset;
}

/** The same data; the editor's own type allows it to be changed, which nobody does. */
function contentOf({ content }: SourceDocument): JSONContent {
  return { type: 'doc', content: (content.length > 0 ? content : [{ type: 'paragraph' }]) as JSONContent[] };
}
