import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useOwnWords } from '../../../words/words.tsx';
import { around, type ControlProps } from '../control.ts';
import { useFormRevision } from '../use-form.ts';
import { fieldWords } from '../words.ts';

/** Any value as JSON. What is half typed stays here until it can be read. */
export function JsonControl(props: ControlProps) {
  return <JsonText key={useFormRevision()} {...props} />;
}

function JsonText({ field, value, change, error, ...rest }: ControlProps) {
  const own = useOwnWords(fieldWords);
  const [text, setText] = useState(() => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2)));
  const type = (typed: string) => {
    setText(typed);
    const read = readJson(typed);
    if (read) change(read.value);
  };
  return (
    <Textarea
      {...around({ field, error: readJson(text) ? error : own.noJson, ...rest })}
      autosize
      minRows={3}
      maxRows={20}
      spellCheck={false}
      readOnly={field.readonly}
      styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: '0.85rem' } }}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function readJson(text: string): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
