import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { useState } from 'react';
import { readDocument, type SourceDocument, writeDocument } from '../source/document.ts';
import type { TextNode } from '../source/text-node.ts';
import { extensions, normalise } from './extensions.ts';
import { Toolbar } from './toolbar.tsx';
import classes from './visual.module.css';

export interface VisualEditorProps {
  /** What it opens with. A text that changes otherwise than by typing needs a new editor: give it another `key`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  /** Uploads a file and returns its address; pictures that are dropped or pasted go through it. */
  readonly upload: (file: File) => Promise<{ readonly url: string; readonly alt: string } | null>;
}

/** Text as it will look. What it cannot represent stays as it is. */
export function VisualEditor({ value, onChange, label, upload }: VisualEditorProps) {
  const [opened] = useState(() => readDocument(value, normalise));
  const takeFiles = (files: FileList | undefined, view: EditorView): boolean => {
    const pictures = [...(files ?? [])].filter((file) => file.type.startsWith('image/'));
    for (const file of pictures) void upload(file).then((made) => made && insertPicture(view, made));
    return pictures.length > 0;
  };
  const editor = useEditor({
    extensions,
    injectCSS: false,
    content: contentOf(opened),
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      handleDrop: (view, event, _slice, moved) => !moved && takeFiles(event.dataTransfer?.files, view),
      handlePaste: (view, event) => takeFiles(event.clipboardData?.files, view),
    },
    onUpdate: ({ editor: current }) => {
      // The editor's own data has the form that it was given.
      const content = (current.getJSON().content ?? []) as readonly TextNode[];
      onChange(writeDocument({ ...opened, content }));
    },
  });

  if (!editor) return null;
  return (
    <div className={classes['surface']}>
      <Toolbar editor={editor} upload={upload} />
      <EditorContent editor={editor} />
    </div>
  );
}

/** The same data; the editor's own type allows it to be changed, which nobody does. */
function contentOf({ content }: SourceDocument): JSONContent {
  return { type: 'doc', content: (content.length > 0 ? content : [{ type: 'paragraph' }]) as JSONContent[] };
}

function insertPicture(view: EditorView, { url, alt }: { readonly url: string; readonly alt: string }): void {
  const type = view.state.schema.nodes['image'];
  if (type) view.dispatch(view.state.tr.replaceSelectionWith(type.create({ src: url, alt })));
}
