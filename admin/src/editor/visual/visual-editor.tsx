import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { useState } from 'react';
import { readDocument, type SourceDocument, writeDocument } from '../source/document.ts';
import type { TextNode } from '../source/text-node.ts';
import { extensions, normalise } from './extensions.ts';
import { pasting } from './pasting.ts';
import { type PlacedPicture, pictureNode } from './picture.ts';
import { PicturesDialog } from './pictures-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import classes from './visual.module.css';

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
}

export type UploadPicture = (file: File, alt: string) => Promise<PlacedPicture | null>;

/** Text as it will look. What it cannot represent stays as it is. */
export function VisualEditor({ value, onChange, label, hasToolbar, upload, choosePicture }: VisualEditorProps) {
  const [opened] = useState(() => readDocument(value, normalise));
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const takeFiles = (files: FileList | readonly File[] | undefined): boolean => {
    const taken = [...(files ?? [])].filter((file) => file.type.startsWith('image/'));
    const isTaken = upload !== undefined && taken.length > 0;
    if (isTaken) setPictures(taken);
    return isTaken;
  };
  const editor = useEditor({
    extensions,
    injectCSS: false,
    content: contentOf(opened),
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', dir: 'auto' },
      handleDrop: (view, event, _slice, moved) => {
        if (moved || !takeFiles(event.dataTransfer?.files)) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) editor.commands.setTextSelection(place.pos);
        return true;
      },
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
    editor.chain().focus().insertContent(placed.map(pictureNode)).run();
  };
  return (
    <div className={classes['surface']}>
      {hasToolbar && (
        <Toolbar
          editor={editor}
          takeFiles={upload && takeFiles}
          choosePicture={choosePicture && (() => choosePicture((picture) => place([picture])))}
        />
      )}
      <EditorContent editor={editor} />
      {upload && pictures.length > 0 && (
        <PicturesDialog files={pictures} upload={upload} place={place} close={() => setPictures([])} />
      )}
    </div>
  );
}

/** The same data; the editor's own type allows it to be changed, which nobody does. */
function contentOf({ content }: SourceDocument): JSONContent {
  return { type: 'doc', content: (content.length > 0 ? content : [{ type: 'paragraph' }]) as JSONContent[] };
}
