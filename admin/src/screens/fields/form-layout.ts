import type { Field, Tab } from '../../api/description.ts';
import { isWithin, type Path, readPath } from './paths.ts';

/** Fields that stand together below one heading; empty for those that have none. */
export interface FieldGroup {
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface FieldTab extends Tab {
  readonly groups: readonly FieldGroup[];
}

/** A form as it is shown: tabs with groups. Where no field has a tab there is one without a name. */
export function layOut(fields: readonly Field[], tabs: readonly Tab[]): readonly FieldTab[] {
  const named = new Set(fields.map(({ tab }) => tab));
  const declared = tabs.filter(({ name }) => named.has(name));
  const others = [...named].filter((name) => name !== '' && !declared.some((tab) => tab.name === name));
  const all = [
    ...(named.has('') ? [{ name: '', label: '' }] : []),
    ...declared,
    ...others.map((name) => ({ name, label: name })),
  ];
  return all.map((tab) => ({ ...tab, groups: groupsOf(fields.filter((field) => field.tab === tab.name)) }));
}

/** Groups stand where their first field stands. */
function groupsOf(fields: readonly Field[]): readonly FieldGroup[] {
  return [...Map.groupBy(fields, ({ group }) => group)].map(([name, own]) => ({ name, fields: own }));
}

export const fieldsOfTab = ({ groups }: FieldTab): readonly Field[] => groups.flatMap(({ fields }) => fields);

/** How many of these written paths lead to fields of a tab. */
export const errorsIn = (tab: FieldTab, paths: readonly string[]): number =>
  paths.filter((path) => fieldsOfTab(tab).some(({ name }) => isWithin(path, [name]))).length;

/** The first of these written paths in the order in which the form shows its fields. */
export function firstIn(layout: readonly FieldTab[], paths: readonly string[]): string | null {
  const shown = layout.flatMap(fieldsOfTab);
  const places = paths.map((path) => ({ path, place: placeOf(readPath(path), shown) }));
  const [first] = places.sort((one, other) => comparePlaces(one.place, other.place));
  return first?.path ?? null;
}

/** The numbers of fields and rows on the way; what is not known stands at the end. */
function placeOf([step, ...rest]: Path, fields: readonly Field[]): readonly number[] {
  if (step === undefined) return [];
  if (typeof step === 'number') return [step, ...placeOf(rest, fields)];
  const at = fields.findIndex(({ name }) => name === step);
  const field = fields[at];
  const below = field ? [...field.fields, ...field.layouts.flatMap((layout) => layout.fields)] : [];
  return [at < 0 ? fields.length : at, ...placeOf(rest, below)];
}

function comparePlaces(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}
