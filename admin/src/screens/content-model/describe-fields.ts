import type { Condition, Field } from '../../api/description.ts';
import type { Values } from '../fields/form-state.ts';
import { membersOf, rowsOf } from '../fields/paths.ts';
import type { FieldTable } from './model.ts';

/** A field that has nothing but its name and its kind. */
export const plainField: Omit<Field, 'name' | 'kind'> = {
  label: '',
  help: '',
  required: false,
  readonly: false,
  default: null,
  minimum: null,
  maximum: null,
  step: null,
  min_length: null,
  max_length: null,
  min_items: null,
  max_items: null,
  choices: [],
  to: [],
  multiple: false,
  mime_types: [],
  show_when: [],
  width: 100,
  tab: '',
  group: '',
  fields: [],
  layouts: [],
};

/** Fields as the server will describe them once they are declared. */
export function describeFields(table: FieldTable): readonly Field[] {
  return Object.entries(table).map(([name, field]) => described(name, field.kind, field));
}

function described(name: string, kind: Field['kind'], field: Values): Field {
  const isRelation = kind === 'posts' || kind === 'terms' || kind === 'users';
  return {
    ...plainField,
    name,
    kind,
    label: textOf(field['label']) || labelFrom(name),
    help: textOf(field['help']),
    required: field['required'] === true,
    readonly: field['readonly'] === true,
    default: field['default'] ?? null,
    minimum: numberOf(field['minimum']),
    maximum: numberOf(field['maximum']),
    step: numberOf(field['step']),
    min_length: numberOf(field['minLength']),
    max_length: numberOf(field['maxLength']),
    min_items: numberOf(field['minItems']),
    max_items: numberOf(field['maxItems']),
    choices: choicesIn(rowsOf(field['choices'])),
    to: rowsOf(field['to']).map(String),
    multiple: isRelation && field['multiple'] !== false,
    mime_types: rowsOf(field['mimeTypes']).map(String),
    show_when: rowsOf(field['showWhen']).map((all) => rowsOf(all).map(conditionOf)),
    width: numberOf(field['width']) ?? 100,
    tab: textOf(field['tab']),
    group: textOf(field['group']),
    // A table has been made of rows that all have a kind.
    fields: describeFields(membersOf(field['fields']) as FieldTable),
    layouts: Object.entries(membersOf(field['layouts'])).map(([layout, of]) => ({
      name: layout,
      label: textOf(membersOf(of)['label']) || labelFrom(layout),
      fields: describeFields(membersOf(membersOf(of)['fields']) as FieldTable),
    })),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The choices that can be shown: each has a value of its own. */
export function choicesIn(list: readonly unknown[]): Field['choices'] {
  const choices = list.map(choiceOf);
  return choices.filter(({ value }, at) => value !== '' && choices.findIndex((other) => other.value === value) === at);
}

function choiceOf(choice: unknown): Field['choices'][number] {
  if (typeof choice === 'string') return { value: choice, label: choice };
  const { value, label } = membersOf(choice);
  return { value: textOf(value), label: textOf(label) };
}

function conditionOf(condition: unknown): Condition {
  const { field, operator, value = null } = membersOf(condition);
  // Only operators of the list can be chosen.
  return { field: textOf(field), operator: operator as Condition['operator'], value };
}

/** Words for people, made from a name for programs: `unit_price` is `Unit price`. */
export function labelFrom(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
