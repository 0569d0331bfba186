import { ColorInput, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { around, type Control, textOf } from '../control.ts';

/** A control of one line. Where the browser knows a form for it, `type` has it help. */
const lineOf =
  (
    props: Pick<TextInputProps, 'type' | 'inputMode' | 'step' | 'placeholder' | 'autoComplete'>,
    stored = asTyped,
  ): Control =>
  (control) => (
    <TextInput
      {...around(control)}
      {...props}
      dir="auto"
      readOnly={control.field.readonly}
      value={textOf(control.value)}
      onChange={(event) => control.change(stored(event.currentTarget.value))}
    />
  );

const asTyped = (text: string): string => text;

/** Browsers leave out the seconds of a whole minute; the interface asks for them. */
const withSeconds = (text: string): string => (/(?:^|T)\d\d:\d\d$/.test(text) ? `${text}:00` : text);

export const TextControl = lineOf({});
export const EmailControl = lineOf({ inputMode: 'email', autoComplete: 'off' });
export const UrlControl = lineOf({ inputMode: 'url', placeholder: 'https://', autoComplete: 'off' });
export const DateControl = lineOf({ type: 'date' });
export const DateTimeControl = lineOf({ type: 'datetime-local', step: 1 }, withSeconds);
export const TimeControl = lineOf({ type: 'time', step: 1 }, withSeconds);

export const TextAreaControl: Control = (control) => (
  <Textarea
    {...around(control)}
    dir="auto"
    autosize
    minRows={3}
    maxRows={16}
    readOnly={control.field.readonly}
    value={textOf(control.value)}
    onChange={(event) => control.change(event.currentTarget.value)}
  />
);

export const ColorControl: Control = (control) => (
  <ColorInput
    {...around(control)}
    format="hex"
    withEyeDropper={false}
    fixOnBlur={false}
    placeholder="#rrggbb"
    readOnly={control.field.readonly}
    value={textOf(control.value)}
    onChange={control.change}
  />
);
