import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ControlProps } from './control.ts';
import classes from './fields.module.css';

interface CompositeProps extends Pick<ControlProps, 'field' | 'id' | 'error'> {
  readonly children: ReactNode;
}

/** What stands around several controls that make one value: its name, its help, what is wrong with it. */
export function Composite({ field, id, error, children }: CompositeProps) {
  const { label, help, required } = { ...field, label: field.label || field.name };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside others
    <div id={id} role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy({ field, id, error })}>
      <Input.Label labelElement="div" id={`${id}-label`} required={required}>
        {label}
      </Input.Label>
      {help && <Input.Description id={`${id}-help`}>{help}</Input.Description>}
      <div className={classes['composite']}>{children}</div>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
}

/** The ids of what describes a composite. */
export const describedBy = ({ field, id, error }: Omit<CompositeProps, 'children'>): string | undefined =>
  [...(error ? [`${id}-error`] : []), ...(field.help ? [`${id}-help`] : [])].join(' ') || undefined;
