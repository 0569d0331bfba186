import { NumberInput } from '@mantine/core';
import { around, type ControlProps } from '../control.ts';

/** A number; nothing where it is emptied. The server says what is too small or too large. */
export function NumberControl({ field, value, change, ...rest }: ControlProps) {
  return (
    <NumberInput
      {...around({ field, ...rest })}
      allowDecimal={field.kind === 'number'}
      step={field.step ?? 1}
      min={field.minimum ?? undefined}
      max={field.maximum ?? undefined}
      clampBehavior="none"
      readOnly={field.readonly}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => change(next === '' ? null : next)}
    />
  );
}
