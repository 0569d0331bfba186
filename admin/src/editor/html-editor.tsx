import { html } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
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
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--mantine-color-dimmed)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'light-dark(rgb(0 0 0 / 4%), rgb(255 255 255 / 6%))' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#cfe3ee, #24505f)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { minHeight: '50vh' },
});

/** Colours that can be read on light and on dark ground. */
const colours = HighlightStyle.define([
  { tag: tags.tagName, color: 'light-dark(#0b6b50, #7ed0b2)' },
  { tag: tags.attributeName, color: 'light-dark(#6a4a00, #e0c07a)' },
  { tag: [tags.attributeValue, tags.string], color: 'light-dark(#9a2b1f, #f0a08f)' },
  { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: 'light-dark(#5c5c5c, #a8a8a0)' },
  { tag: [tags.keyword, tags.propertyName, tags.number, tags.bool], color: 'light-dark(#5b3fa0, #c4b0f5)' },
  { tag: tags.character, color: 'light-dark(#0a5a8a, #8cc8ee)' },
]);

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
          syntaxHighlighting(colours),
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
