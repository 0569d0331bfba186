import { isRecord } from '../../text/json.ts';
import { type Check, check, DeclarationError, permission } from '../content/check-declaration.ts';
import { acceptField, wholePattern } from '../meta-accept.ts';
import { layoutMember } from '../meta-schema.ts';
import { type AnyField, type FieldKind, fieldKinds } from './field-declaration.ts';
import { fieldSchema, valueOfChoice } from './field-schema.ts';
import { conditionOperators } from './show-when.ts';

/** Checks the fields of an owner: their names, the members that each kind has, and how they fit together. */
export const checkFieldTable: Check = (value, at) => checkTable(value, at, { isInner: false, depth: 1 });

interface Place {
  /** Whether they stand inside another field. */
  readonly isInner: boolean;
  readonly depth: number;
}

const deepest = 6;
const mostItems = 10_000;

const count = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const listLimits = { minItems: count, maxItems: wholeNumber(1, mostItems) };
const mimeType = check.pattern('a media type such as image/* or application/pdf', /^[a-z]+\/(?:\*|[a-z0-9.+-]+)$/);
const choices = check.list(
  check.either(
    ['a text', check.text],
    ['an object with value and label', check.members({ value: check.text, label: check.text }, ['value', 'label'])],
  ),
);
const textMembers = { default: check.text, minLength: count, maxLength: count, pattern: expression };
const numberMembers = { default: check.number, minimum: check.number, maximum: check.number, step: check.number };
const relationMembers = { to: check.list(check.text), multiple: check.flag, ...listLimits };

type Members = Readonly<Record<string, Check>>;

/** What a field has besides the members of every field, by kind. */
const membersOfKind: Readonly<Record<FieldKind, (place: Place) => Members>> = {
  text: () => textMembers,
  textarea: () => textMembers,
  richtext: () => textMembers,
  email: () => textMembers,
  url: () => textMembers,
  number: () => numberMembers,
  integer: () => numberMembers,
  boolean: () => ({ default: check.flag }),
  choice: () => ({ choices, open: check.flag, default: check.text }),
  choices: () => ({ choices, open: check.flag, default: check.list(check.text), ...listLimits }),
  date: () => ({ default: check.text }),
  datetime: () => ({ default: check.text }),
  time: () => ({ default: check.text }),
  color: () => ({ default: check.text }),
  link: () => ({}),
  file: () => ({ mimeTypes: check.list(mimeType) }),
  image: () => ({ mimeTypes: check.list(mimeType) }),
  gallery: () => ({ mimeTypes: check.list(mimeType), ...listLimits }),
  posts: () => relationMembers,
  terms: () => relationMembers,
  users: () => relationMembers,
  group: (place) => ({ fields: inner(place) }),
  repeater: (place) => ({ fields: inner(place), ...listLimits }),
  layouts: (place) => ({
    layouts: check.record(check.members({ label: check.text, fields: inner(place) }, ['fields'])),
    ...listLimits,
  }),
  json: () => ({ default: check.anything }),
};

/** Members that a kind cannot do without. */
const neededMembers: Partial<Record<FieldKind, string>> = {
  choice: 'choices',
  choices: 'choices',
  group: 'fields',
  repeater: 'fields',
  layouts: 'layouts',
};

const everyMember: Members = {
  kind: check.choice(...fieldKinds),
  label: check.text,
  help: check.text,
  required: check.flag,
  readonly: check.flag,
  showWhen: check.list(
    check.list(
      check.members(
        {
          field: check.text,
          operator: check.choice(...conditionOperators),
          value: check.either(['a text', check.text], ['a number', check.number], ['true or false', check.flag]),
        },
        ['field', 'operator'],
      ),
    ),
  ),
  width: wholeNumber(1, 100),
};

const ownMembers: Members = {
  tab: check.text,
  group: check.text,
  column: check.flag,
  index: check.flag,
  mayRead: permission,
  mayWrite: permission,
};

const inner =
  ({ depth }: Place): Check =>
  (value, at) => {
    if (depth >= deepest)
      throw new DeclarationError(`${at} is too deep: fields stand in at most ${deepest} levels.`, { at });
    checkTable(value, at, { isInner: true, depth: depth + 1 });
    if (Object.keys(Object(value)).length === 0) throw new DeclarationError(`${at} must have a field.`, { at });
  };

function checkTable(value: unknown, at: string, place: Place): void {
  check.record((field, where) => checkMembers(field, where, place))(value, at);
  // The loop above has compared the form of every field.
  const table = value as Readonly<Record<string, AnyField>>;
  for (const [name, field] of Object.entries(table)) {
    checkName(name, at, place);
    checkSense(
      field,
      `${at}.${name}`,
      Object.keys(table).filter((other) => other !== name),
    );
  }
}

function checkMembers(field: unknown, at: string, place: Place): void {
  const given = isRecord(field) ? field['kind'] : undefined;
  const kind = fieldKinds.find((one) => one === given);
  if (isRecord(field) && given !== undefined) everyMember['kind']?.(given, `${at}.kind`);
  const needed = kind && neededMembers[kind];
  check.members({ ...everyMember, ...(place.isInner ? {} : ownMembers), ...(kind ? membersOfKind[kind](place) : {}) }, [
    'kind',
    ...(needed === undefined ? [] : [needed]),
  ])(field, at);
}

function checkName(name: string, at: string, { isInner }: Place): void {
  if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name))
    throw new DeclarationError(
      `${at}.${name} needs another name: letters, digits, _ and -, at most 64, beginning with a letter or _.`,
      { at: `${at}.${name}` },
    );
  if (isInner && name === layoutMember)
    throw new DeclarationError(`${at}.${name} needs another name: rows say with it which layout they have.`, {
      at: `${at}.${name}`,
    });
}

/** What each member says alone is right; refuses what they say together. */
function checkSense(field: AnyField, at: string, siblings: readonly string[]): void {
  for (const [least, most] of [
    ['minimum', 'maximum'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
  ] as const) {
    const [from, to] = [field[least], field[most]];
    if (from !== undefined && to !== undefined && from > to)
      throw new DeclarationError(`${at}.${least} is ${from}; it must be at most ${most}, which is ${to}.`, {
        at: `${at}.${least}`,
      });
  }
  for (const [i, all] of (field.showWhen ?? []).entries()) {
    const j = all.findIndex((one) => !siblings.includes(one.field));
    if (j >= 0)
      throw new DeclarationError(
        `${at}.showWhen[${i}][${j}].field is ${JSON.stringify(all[j]?.field)}; it must be a field beside it: ${siblings.join(', ') || 'there is none'}.`,
        { at: `${at}.showWhen[${i}][${j}].field` },
      );
  }
  if (field.choices) checkChoices(field, `${at}.choices`);
  if (field.default !== undefined) checkDefault(field, at);
}

function checkChoices({ choices = [], open = false }: AnyField, at: string): void {
  const values = choices.map(valueOfChoice);
  if (values.length === 0 && !open) throw new DeclarationError(`${at} must have a choice.`, { at });
  const wrong = values.findIndex((value, i) => value === '' || values.indexOf(value) !== i);
  if (wrong >= 0)
    throw new DeclarationError(
      `${at}[${wrong}] is ${JSON.stringify(values[wrong])}; every choice has a text of its own.`,
      { at: `${at}[${wrong}]` },
    );
}

function checkDefault(field: AnyField, at: string): void {
  const [refused] = acceptField(fieldSchema(field), field.default, `${at}.default`).refused;
  if (refused) throw new DeclarationError(refused[1].why, { at: refused[0] });
}

function wholeNumber(least: number, most: number): Check {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (value, at) => {
    const isFine = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    if (!isFine)
      throw new DeclarationError(`${at} is ${JSON.stringify(value)}; it must be a whole number ${range}.`, { at });
  };
}

function expression(value: unknown, at: string): void {
  check.text(value, at);
  try {
    wholePattern(String(value));
  } catch (error) {
    throw new DeclarationError(`${at} is ${JSON.stringify(value)}; it must be a regular expression.`, {
      at,
      cause: error,
    });
  }
}
