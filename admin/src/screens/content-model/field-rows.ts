import type { FieldKind } from '../../api/description.ts';
import type { Values } from '../fields/form-state.ts';
import { rowsOf, membersOf as valuesOf } from '../fields/paths.ts';
import { type MemberName, type MemberPlace, membersOf, selfTarget } from './members.ts';
import type { FieldDeclared, FieldTable } from './model.ts';
import { nameRules, namesOf } from './names.ts';

/** A field as its form has it: a row of a list, with the members of its declaration. */
export interface FieldRow extends Values {
  /** What conditions of other rows call it, whatever its name becomes. */
  readonly id: string;
  /** The name under which it is stored; left out where it is new. */
  readonly was?: string;
  /** Empty for one that is made from the label. */
  readonly name: string;
  readonly kind: FieldKind;
}

let made = 0;

const newId = (): string => {
  made += 1;
  return `field-${made}`;
};

export const newFieldRow = (kind: FieldKind): FieldRow => ({ id: newId(), name: '', kind, label: '' });

/** Another field like this one; the fields inside are new as well. */
export function copyOfRow(row: unknown): Values {
  return { ...withoutPast(row), id: newId(), name: '' };
}

/** Inside of a copy names stay as they are, and so do the ids that conditions there speak of. */
function withoutPast(row: unknown): Values {
  const { was: _was, ...values } = valuesOf(row);
  const inner = ['fields', 'layouts']
    .filter((list) => values[list] !== undefined)
    .map((list) => [list, rowsOf(values[list]).map(withoutPast)]);
  return { ...values, ...Object.fromEntries(inner) };
}

/** A list of a form has only rows that were made here. */
export const asRow = (row: unknown): FieldRow => ({ id: '', name: '', kind: 'text', ...valuesOf(row) }) as FieldRow;

/** The rows of a table of fields. */
export function rowsFrom(table: FieldTable = {}): readonly FieldRow[] {
  const ids = new Map(Object.keys(table).map((name) => [name, newId()]));
  return Object.entries(table).map(([name, field]) => ({
    ...field,
    id: ids.get(name) ?? newId(),
    was: name,
    name,
    kind: field.kind,
    ...(field['choices'] === undefined ? {} : { choices: rowsOf(field['choices']).map(choiceRow) }),
    ...(field['mimeTypes'] === undefined ? {} : { mimeTypes: rowsOf(field['mimeTypes']).join(', ') }),
    ...(field['multiple'] === undefined ? {} : { single: field['multiple'] === false }),
    ...(field['showWhen'] === undefined ? {} : { showWhen: conditionRows(field['showWhen'], ids) }),
    ...(field['fields'] === undefined ? {} : { fields: rowsFrom(valuesOf(field['fields']) as FieldTable) }),
    ...(field['layouts'] === undefined ? {} : { layouts: layoutRows(valuesOf(field['layouts'])) }),
  }));
}

const choiceRow = (choice: unknown): Values =>
  typeof choice === 'string' ? { value: choice, label: '' } : valuesOf(choice);

const conditionRows = (any: unknown, ids: ReadonlyMap<string, string>): readonly Values[] =>
  rowsOf(any).map((all) => ({
    all: rowsOf(all).map((one) => {
      const { field, operator, value } = valuesOf(one);
      return { field: ids.get(String(field)) ?? '', operator, wanted: value === undefined ? '' : String(value) };
    }),
  }));

const layoutRows = (layouts: Values): readonly Values[] =>
  Object.entries(layouts).map(([name, layout]) => ({
    was: name,
    name,
    label: valuesOf(layout)['label'] ?? '',
    fields: rowsFrom(valuesOf(valuesOf(layout)['fields']) as FieldTable),
  }));

/** The table that rows describe. Members that say nothing are left out. */
export function tableFrom(list: unknown, place: MemberPlace): FieldTable {
  const rows = rowsOf(list).map(asRow);
  const names = namesOf(rows, nameRules.field);
  const siblings = new Map(rows.map((row, at) => [row.id, { row, name: names[at] ?? '' }]));
  return Object.fromEntries(rows.map((row, at) => [names[at] ?? '', declared(row, place, siblings)]));
}

type Siblings = ReadonlyMap<string, { readonly row: FieldRow; readonly name: string }>;

function declared(row: FieldRow, place: MemberPlace, siblings: Siblings): FieldDeclared {
  const { main, more } = membersOf(row.kind, place);
  const members = [...main, ...more].filter((member) => member !== 'name' && member !== 'kind');
  return {
    kind: row.kind,
    ...Object.assign({}, ...members.map((member) => writtenMember(member, row, place, siblings))),
  };
}

/** A member as the declaration has it; none where it says nothing. */
function writtenMember(member: MemberName, row: FieldRow, place: MemberPlace, siblings: Siblings): Values {
  const value = row[member];
  switch (member) {
    case 'single':
      return value === true ? { multiple: false } : {};
    case 'choices':
      return { choices: rowsOf(value).map(choiceFrom) };
    case 'fields':
      return { fields: tableFrom(value, { ...place, isInner: true }) };
    case 'layouts':
      return { layouts: layoutsFrom(value, place) };
    case 'to':
      return said(
        member,
        rowsOf(value).map((name) => (name === selfTarget ? place.self : name)),
      );
    case 'mimeTypes':
      return said(member, listFrom(value));
    case 'showWhen':
      return said(member, conditionsFrom(value, siblings));
    default:
      return said(member, value);
  }
}

/** A member, unless it is empty or off, as it is where nobody says anything. */
export function said(member: string, value: unknown): Values {
  const isNothing = value === undefined || value === null || value === '' || value === false;
  return isNothing || (Array.isArray(value) && value.length === 0) ? {} : { [member]: value };
}

function choiceFrom(row: unknown): unknown {
  const { value = '', label = '' } = valuesOf(row);
  if (value === '') return label;
  return label === '' || label === value ? value : { value, label };
}

const listFrom = (text: unknown): readonly string[] =>
  (typeof text === 'string' ? text : '').split(/[\s,]+/).filter((one) => one !== '');

const conditionsFrom = (any: unknown, siblings: Siblings): readonly unknown[] =>
  rowsOf(any)
    .map((all) => rowsOf(valuesOf(all)['all']).map((one) => conditionFrom(valuesOf(one), siblings)))
    .filter((all) => all.length > 0);

function conditionFrom({ field, operator = '==', wanted = '' }: Values, siblings: Siblings): Values {
  const sibling = siblings.get(String(field));
  const value =
    operator === 'empty' || operator === 'not_empty' ? {} : { value: wantedFrom(wanted, sibling?.row.kind) };
  return { field: sibling?.name ?? '', operator: operator || '==', ...value };
}

/** What a value is compared with has the type of that value. */
function wantedFrom(wanted: unknown, kind: FieldKind | undefined): string | number | boolean {
  const text = String(wanted ?? '');
  if (kind === 'boolean') return text === 'true';
  const isNumber = (kind === 'number' || kind === 'integer') && text.trim() !== '' && !Number.isNaN(Number(text));
  return isNumber ? Number(text) : text;
}

function layoutsFrom(list: unknown, place: MemberPlace): Values {
  const rows = rowsOf(list).map(valuesOf);
  const names = namesOf(rows, nameRules.layout);
  return Object.fromEntries(
    rows.map(({ label, fields }, at) => [
      names[at] ?? '',
      { ...(label ? { label } : {}), fields: tableFrom(fields, { ...place, isInner: true }) },
    ]),
  );
}
