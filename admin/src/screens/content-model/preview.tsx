import { Text, Title } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '../../api/description.ts';
import { LoadingRows } from '../../ui/states.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { FieldForm } from '../fields/field-form.tsx';
import { createFormState, type Values } from '../fields/form-state.ts';
import { initialValue, initialValues } from '../fields/initial-values.ts';
import { describeFields } from './describe-fields.ts';
import { tableFrom } from './field-rows.ts';
import { useEditedOwner } from './model-context.ts';
import { modelWords } from './words.ts';

/** The form that editors will see, made of what is declared so far. It can be tried; nothing is sent. */
export function Preview({ rows }: { readonly rows: readonly unknown[] }) {
  const own = useOwnWords(modelWords);
  const { object } = useEditedOwner();
  const fields = useMemo(() => describeFields(tableFrom(rows, { isInner: false, object })), [rows, object]);
  const form = useTriedValues(fields);
  return (
    <>
      <Title order={2} size="h5">
        {own.preview}
      </Title>
      <Text size="sm" c="dimmed">
        {fields.length > 0 ? own.previewText : own.previewEmpty}
      </Text>
      <Suspense fallback={<LoadingRows rows={3} />}>
        <FieldForm form={form} fields={fields} label={own.previewText} />
      </Suspense>
    </>
  );
}

/** What was typed to try it stays; a field that nobody touched shows its default, also where that changes. */
function useTriedValues(fields: readonly Field[]) {
  const [form] = useState(() => createFormState(initialValues(fields)));
  const before = useRef(fields);
  useEffect(() => {
    const values = triedValues(form.values(), before.current, fields);
    before.current = fields;
    if (JSON.stringify(values) !== JSON.stringify(form.values())) form.replace(values);
  }, [form, fields]);
  return form;
}

function triedValues(values: Values, before: readonly Field[], fields: readonly Field[]): Values {
  const entries = fields.map((field) => {
    const known = before.find(({ name, kind }) => name === field.name && kind === field.kind);
    const value = values[field.name];
    const isTouched = known && JSON.stringify(value) !== JSON.stringify(initialValue(known));
    return [field.name, isTouched ? value : initialValue(field)];
  });
  return Object.fromEntries(entries);
}
