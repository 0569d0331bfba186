import { html } from '@codemirror/lang-html';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../app/start.ts';

interface HtmlEditorProps {
  /** What it opens with. A text that changes otherwise than by typing needs a new editor: give it another `key`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
}

const look = EditorView.theme({
  '&': { fontSize: '0.9rem', backgroundColor: 'transparent' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { minHeight: '50vh' },
});

/** The source of a text, to the last character. */
export function HtmlEditor({ value, onChange, label }: HtmlEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, with what it opens with
  useEffect(() => {
    if (!holder.current) return;
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          basicSetup,
          html(),
          look,
          EditorView.lineWrapping,
          EditorView.cspNonce.of(styleNonce),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorState.lineSeparator.of('\n'),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    return () => made.destroy();
  }, []);

  return <div ref={holder} />;
}
