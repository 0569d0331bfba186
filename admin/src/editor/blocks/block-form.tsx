import { NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useLanguage } from '../../words/words.tsx';
import type { BlockField, FieldValue, Label } from './fields.ts';

/** The words of a block in the language of the page. */
export function useLabels(): (label: Label) => string {
  const { code } = useLanguage();
  return (label) => label[code === 'de' ? 'de' : 'en'];
}

interface BlockFormProps {
  readonly fields: readonly BlockField[];
  readonly source: string;
  readonly change: (field: BlockField, value: FieldValue) => void;
}

/** The settings of a block; each takes effect at once. */
export function BlockForm({ fields, source, change }: BlockFormProps) {
  const shown = useLabels();
  const id = useId();
  return (
    <Stack gap="xs">
      {fields.map((field) => {
        const value = field.read(source);
        const key = `${id}-${field.label.en}`;
        const label = shown(field.label);
        const set = (next: FieldValue) => change(field, next);
        switch (field.control) {
          case 'switch':
            return (
              <Switch
                key={key}
                label={label}
                checked={value === true}
                onChange={(event) => set(event.currentTarget.checked)}
              />
            );
          case 'number':
            return (
              <NumberInput
                key={key}
                size="sm"
                label={label}
                value={Number(value)}
                min={0}
                allowDecimal={false}
                onChange={(next) => typeof next === 'number' && set(next)}
              />
            );
          case 'choice':
            return (
              <NativeSelect
                key={key}
                size="sm"
                label={label}
                value={String(value)}
                data={withCurrent(field, String(value)).map(([choice, text]) => ({
                  value: choice,
                  label: shown(text),
                }))}
                onChange={(event) => set(event.currentTarget.value)}
              />
            );
          case 'code':
          case 'longText':
            return (
              <Textarea
                key={key}
                label={label}
                value={String(value)}
                onChange={(event) => set(event.currentTarget.value)}
                autosize
                minRows={2}
                maxRows={24}
                {...(field.control === 'code' ? { ff: 'monospace' } : {})}
              />
            );
          default:
            return (
              <TextInput
                key={key}
                size="sm"
                label={label}
                inputMode={field.control === 'address' ? 'url' : undefined}
                defaultValue={String(value)}
                onBlur={(event) => event.currentTarget.value !== String(value) && set(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  set(event.currentTarget.value);
                }}
              />
            );
        }
      })}
    </Stack>
  );
}

/** The choices, and what is stored where it is none of them. */
const withCurrent = (field: BlockField, value: string): NonNullable<BlockField['choices']> => {
  const { choices = [] } = field;
  return choices.some(([choice]) => choice === value) ? choices : [...choices, [value, { en: value, de: value }]];
};
