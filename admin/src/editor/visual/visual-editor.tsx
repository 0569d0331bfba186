import type { ResolvedPos } from '@tiptap/pm/model';
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { useState } from 'react';
import { notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { readDocument, type SourceDocument, writeDocument } from '../source/document.ts';
import type { TextNode } from '../source/text-node.ts';
import { visualWords } from '../words.ts';
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
}

/** Text as it will look. What it cannot represent stays as it is. */
export function VisualEditor({ value, onChange, label, hasToolbar, upload, choosePicture }: VisualEditorProps) {
  const words = useWords();
  const own = useOwnWords(visualWords);
  const [opened] = useState(() => readDocument(value, normalise));
  const [pictures, setPictures] = useState<readonly File[]>([]);
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
    content: contentOf(opened),
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', dir: 'auto' },
      handleDrop: (view, event, _slice, moved) => {
        if (moved || !takeFiles(event.dataTransfer?.files)) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) editor.commands.setTextSelection(betweenWords(view.state.doc.resolve(place.pos)));
        return true;
      },
      handleTextInput: typeBelowCard,
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

function betweenWords({ pos, parent, parentOffset }: ResolvedPos): number {
  const text = parent.textBetween(0, parent.content.size, '\uFFFC', '\uFFFC');
  return pos + wordEnd(text, parentOffset) - parentOffset;
}

/** The same data; the editor's own type allows it to be changed, which nobody does. */
function contentOf({ content }: SourceDocument): JSONContent {
  return { type: 'doc', content: (content.length > 0 ? content : [{ type: 'paragraph' }]) as JSONContent[] };
}
