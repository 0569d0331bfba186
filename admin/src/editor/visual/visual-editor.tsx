import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { readDocument, type SourceDocument, writeDocument } from '../source/document.ts';
import type { TextNode } from '../source/text-node.ts';
import { extensions, normalise } from './extensions.ts';
import { Toolbar } from './toolbar.tsx';
import classes from './visual.module.css';

export interface VisualEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  /** Uploads a file and returns its address; pictures that are dropped or pasted go through it. */
  readonly upload: (file: File) => Promise<{ readonly url: string; readonly alt: string } | null>;
}

/** Text as it will look. What it cannot represent stays as it is. */
export function VisualEditor({ value, onChange, label, upload }: VisualEditorProps) {
  const written = useRef(value);
  const frame = useRef<Pick<SourceDocument, 'tail' | 'style'>>({ tail: '', style: 'lines' });
  const open = (text: string): JSONContent => {
    const { tail, style, content } = readDocument(text, normalise);
    frame.current = { tail, style };
    // The same data; the editor's own type allows it to be changed, which nobody does.
    const nodes = (content.length > 0 ? content : [{ type: 'paragraph' }]) as JSONContent[];
    return { type: 'doc', content: nodes };
  };
  const editor = useEditor({
    extensions,
    injectCSS: false,
    content: open(value),
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      handleDrop: (view, event, _slice, moved) => !moved && takeFiles([...(event.dataTransfer?.files ?? [])], view),
      handlePaste: (view, event) => takeFiles([...(event.clipboardData?.files ?? [])], view),
    },
    onUpdate: ({ editor: current }) => {
      // The editor's own data has the form that it was given.
      const content = (current.getJSON().content ?? []) as readonly TextNode[];
      written.current = writeDocument({ type: 'doc', content, ...frame.current });
      onChange(written.current);
    },
  });

  type View = Parameters<NonNullable<NonNullable<typeof editor>['view']['props']['handlePaste']>>[0];
  function takeFiles(files: readonly File[], view: View): boolean {
    const pictures = files.filter((file) => file.type.startsWith('image/'));
    for (const file of pictures)
      void upload(file).then((made) => {
        const type = view.state.schema.nodes['image'];
        if (made && type) view.dispatch(view.state.tr.replaceSelectionWith(type.create({ src: made.url, alt: made.alt })));
      });
    return pictures.length > 0;
  }

  // A text that was changed elsewhere, such as by restoring a revision.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the text matters
  useEffect(() => {
    if (!editor || value === written.current) return;
    written.current = value;
    editor.commands.setContent(open(value), { emitUpdate: false });
  }, [editor, value]);

  if (!editor) return null;
  return (
    <div className={classes['surface']}>
      <Toolbar editor={editor} upload={upload} />
      <EditorContent editor={editor} />
    </div>
  );
}
