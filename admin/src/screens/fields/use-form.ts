import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Field } from '../../api/description.ts';
import { isShown } from './conditions.ts';
import type { Control } from './control.ts';
import { createFormState, type FormState, rowKeys } from './form-state.ts';
import { isWithin, membersOf, type Path, pathText } from './paths.ts';

interface ShownForm {
  readonly form: FormState;
  /** What the ids of its elements begin with. */
  readonly prefix: string;
  /** Controls of its own, by the names of fields; every other field has the control of its kind. */
  readonly controls: OwnControls;
}

export type OwnControls = Readonly<Record<string, Control>>;

export const FormContext = createContext<ShownForm>({ form: createFormState({}), prefix: '', controls: {} });

export const useForm = (): FormState => useContext(FormContext).form;

export const useOwnControl = (name: string): Control | undefined => useContext(FormContext).controls[name];

/** The id of the element that stands for a path. */
export function useFieldId(path: Path): string {
  return `${useContext(FormContext).prefix}${pathText(path)}`;
}

/** Something of a form; whoever uses it is made anew only when just that changes. */
export function useOfForm<T extends string | number | boolean | null | undefined | object>(
  read: (form: FormState) => T,
): T {
  const form = useForm();
  return useSyncExternalStore(form.subscribe, () => read(form));
}

export function useFieldValue(path: Path): unknown {
  const form = useForm();
  return useSyncExternalStore(form.subscribe, () => form.at(path));
}

export const useFieldError = (path: Path): string | undefined => useOfForm((form) => form.errors()[pathText(path)]);

/** How many refused values there are at a path or below it. */
export const useErrorCount = (path: Path): number =>
  useOfForm((form) => Object.keys(form.errors()).filter((text) => isWithin(text, path)).length);

/** The keys of the rows at a path; the same list until rows come, go or move. */
export function useRowKeys(path: Path): readonly string[] {
  const keys = useOfForm((form) => rowKeys(form, path));
  return keys === '' ? [] : keys.split(' ');
}

/** Whether the values beside a field ask for it. */
export const useIsShown = (field: Field, fields: readonly Field[], path: Path): boolean =>
  useOfForm((form) => isShown(field, { fields, values: membersOf(form.at(path)) }));

/** The written path below this one that is to be shown; null for none. */
export const useWanted = (path: Path): string | null =>
  useOfForm((form) => {
    const wanted = form.wanted();
    return wanted !== null && (path.length === 0 || isWithin(wanted, path)) ? wanted : null;
  });

export const useFormRevision = (): number => useOfForm((form) => form.revision());
