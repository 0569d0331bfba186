import type { Field, FieldKind } from '../../api/description.ts';
import { plainField } from './describe-fields.ts';
import { kindsAt } from './kinds.ts';
import type { memberWords } from './member-words.ts';
import { defaultKind, type MemberName, type MemberPlace, membersOf } from './members.ts';

export type Choice = Field['choices'][number];

/** What relations can lead to, by kind. */
export type Targets = Readonly<Record<'posts' | 'terms' | 'users', readonly Choice[]>>;

export interface MemberContext extends MemberPlace {
  readonly words: (typeof memberWords)['en'];
  readonly targets: Targets;
  /** How deep the field stands; 1 for fields of the owner itself. */
  readonly level: number;
}

/** A field of a form. */
export const member = (name: string, kind: FieldKind, more: Partial<Field> = {}): Field => ({
  ...plainField,
  name,
  kind,
  ...more,
});

/** The form of a declaration: what everybody fills in, and one member `more` with the rest. */
export function memberFields(kind: FieldKind, context: MemberContext): readonly Field[] {
  const { main, more } = membersOf(kind, context);
  const described = (name: MemberName) => memberField(name, kind, context);
  return [...main.map(described), member('more', 'group', { label: context.words.more, fields: more.map(described) })];
}

/** How each member is edited; texts of one line, unless something else is said. */
const looks: Partial<Record<MemberName, Partial<Field>>> = {
  label: { width: 50 },
  name: { width: 50 },
  kind: { kind: 'choice', width: 50, required: true },
  help: { width: 50 },
  required: { kind: 'boolean' },
  readonly: { kind: 'boolean' },
  column: { kind: 'boolean', width: 50 },
  index: { kind: 'boolean', width: 50 },
  single: { kind: 'boolean' },
  width: { kind: 'integer', minimum: 1, maximum: 100 },
  minLength: { kind: 'integer', minimum: 0, width: 50 },
  maxLength: { kind: 'integer', minimum: 0, width: 50 },
  minItems: { kind: 'integer', minimum: 0, width: 50 },
  maxItems: { kind: 'integer', minimum: 1, width: 50 },
  minimum: { kind: 'number', width: 25 },
  maximum: { kind: 'number', width: 25 },
  step: { kind: 'number', minimum: 0, width: 25 },
  to: { kind: 'choices' },
  tab: { width: 50 },
  group: { width: 50 },
  mayRead: { width: 50 },
  mayWrite: { width: 50 },
};

function memberField(name: MemberName, kind: FieldKind, context: MemberContext): Field {
  const { words, targets } = context;
  const base = member(name, 'text', { ...words.members[name], ...looks[name] });
  switch (name) {
    case 'kind':
      return { ...base, choices: kindsAt(context.level).map((one) => choice(one, words.kinds[one].label)) };
    case 'default':
      return { ...base, kind: defaultKind(kind), width: kind === 'number' || kind === 'integer' ? 25 : 100 };
    case 'choices':
      return { ...base, kind: 'repeater', fields: choiceFields(words) };
    case 'to':
      return { ...base, choices: kind === 'posts' || kind === 'terms' || kind === 'users' ? targets[kind] : [] };
    case 'showWhen':
      return { ...base, kind: 'repeater', fields: conditionFields(words) };
    case 'fields':
      // What is inside is described by the control of `fields` itself, once it is opened.
      return { ...base, kind: 'repeater', help: '' };
    case 'layouts':
      return { ...base, kind: 'repeater', fields: layoutFields(words) };
    default:
      return base;
  }
}

const choice = (value: string, label: string): Choice => ({ value, label });

const choiceFields = ({ value, valueLabel }: MemberContext['words']): readonly Field[] => [
  member('value', 'text', { label: value, width: 50 }),
  member('label', 'text', { label: valueLabel, width: 50 }),
];

const conditionFields = (words: MemberContext['words']): readonly Field[] => [
  member('all', 'repeater', {
    ...words.all,
    fields: [
      member('field', 'choice', { label: words.field, width: 50, required: true }),
      member('operator', 'choice', {
        label: words.operator,
        width: 50,
        required: true,
        default: '==',
        choices: Object.entries(words.operators).map(([value, label]) => choice(value, label)),
      }),
      member('wanted', 'text', { label: words.wanted }),
    ],
  }),
];

const layoutFields = (words: MemberContext['words']): readonly Field[] => [
  member('label', 'text', { ...words.members.label, width: 50 }),
  member('name', 'text', { ...words.members.name, width: 50 }),
  member('fields', 'repeater', { label: words.members.fields.label }),
];
