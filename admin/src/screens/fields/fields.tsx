import { memo } from 'react';
import type { Field } from '../../api/description.ts';
import type { FieldsProps } from './control.ts';
import { controls } from './controls/controls.ts';
import classes from './fields.module.css';
import type { Path } from './paths.ts';
import { useFieldError, useFieldId, useFieldValue, useForm, useIsShown, useOwnControl } from './use-form.ts';

/** Fields beside and below each other, each as wide as it was declared. */
export function Fields({ fields, path, all = fields }: FieldsProps) {
  return (
    <div className={classes['fields']}>
      {fields.map((field) => (
        <FieldPlace key={field.name} field={field} fields={all} beside={path} />
      ))}
    </div>
  );
}

interface FieldPlaceProps {
  readonly field: Field;
  /** It and those beside it. */
  readonly fields: readonly Field[];
  readonly beside: Path;
}

const FieldPlace = memo(
  function FieldPlace({ field, fields, beside }: FieldPlaceProps) {
    if (!useIsShown(field, fields, beside)) return null;
    return (
      <div className={classes['field']} style={{ '--width': clamped(field.width) } as React.CSSProperties}>
        <FieldControl field={field} path={[...beside, field.name]} />
      </div>
    );
  },
  (before, after) =>
    before.field === after.field && before.fields === after.fields && isSamePath(before.beside, after.beside),
);

const isSamePath = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((step, at) => step === other[at]);

const clamped = (width: number): number => (width >= 10 && width <= 100 ? width : 100);

function FieldControl({ field, path }: { readonly field: Field; readonly path: Path }) {
  const form = useForm();
  const Control = useOwnControl(field.name) ?? controls[field.kind] ?? controls.json;
  return (
    <Control
      field={field}
      path={path}
      id={useFieldId(path)}
      value={useFieldValue(path)}
      change={(value) => form.set(path, value)}
      error={useFieldError(path)}
      Fields={Fields}
    />
  );
}
