import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Field } from '../../api/description.ts';
import { firstIn, layOut } from './form-layout.ts';
import { createFormState, type FormState, type Values } from './form-state.ts';
import { knownValues } from './known-values.ts';
import { refusedFields } from './refused-fields.ts';

interface FieldsForm {
  readonly form: FormState;
  readonly isChanged: boolean;
  /** What is to be sent: nothing that stayed as it was. */
  changed(): { readonly meta?: Values };
  /** Shows what a server said about fields. */
  refuse(error: unknown): void;
}

/** The fields of something that is saved as a whole by a button, such as a term, a user or a file. */
export function useFieldsForm(fields: readonly Field[], stored: object | undefined): FieldsForm {
  const [form] = useState(() =>
    createFormState(knownValues(fields, stored), { first: (paths) => firstIn(layOut(fields, []), paths) }),
  );
  const [base, setBase] = useState(form.values());
  useEffect(() => {
    // What was saved and read again is what the next change is compared with.
    const fresh = knownValues(fields, stored);
    setBase(fresh);
    if (!isSame(fresh, form.values())) form.replace(fresh);
  }, [fields, stored, form]);
  const changedNow = () => {
    const names = fields.map(({ name }) => name).filter((name) => !isSame(form.values()[name], base[name]));
    return Object.fromEntries(names.map((name) => [name, form.values()[name]]));
  };
  const isChanged = useSyncExternalStore(form.subscribe, () => Object.keys(changedNow()).length > 0);
  return {
    form,
    isChanged,
    changed: () => (isChanged ? { meta: changedNow() } : {}),
    refuse: (error) => form.refuse(refusedFields(error)),
  };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
