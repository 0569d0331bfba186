import { json, type OutputOf } from '../../lib/schema/json-schema.ts';
import type { Caller } from '../../rules/capabilities.ts';
import { type AnyField, type Choice, fieldKinds, labelFrom } from '../../rules/fields/field-declaration.ts';
import { conditionOperators } from '../../rules/fields/show-when.ts';
import type { MetaDefinition } from '../../rules/meta-registry.ts';

const choice = json.object({ value: json.string, label: json.string });
const condition = json.object({
  field: json.string,
  operator: json.words(...conditionOperators),
  value: json.orNull(json.anyOf(json.string, json.number, json.boolean)),
});
const limit = json.orNull(json.number);
/** Fields inside a field have the members of a field again. */
const innerFields = json.listOf(json.mapOf(true));

/** A field as `GET /platen/v1/types` describes it. */
export const fieldSchema = json.object({
  name: json.string,
  kind: json.words(...fieldKinds),
  label: json.string,
  help: json.string,
  required: json.boolean,
  readonly: json.boolean,
  default: true,
  minimum: limit,
  maximum: limit,
  step: limit,
  min_length: limit,
  max_length: limit,
  min_items: limit,
  max_items: limit,
  pattern: json.string,
  choices: json.listOf(choice),
  to: json.listOf(json.string),
  multiple: json.boolean,
  mime_types: json.listOf(json.string),
  show_when: json.listOf(json.listOf(condition)),
  width: json.number,
  tab: json.string,
  group: json.string,
  column: json.boolean,
  index: json.boolean,
  fields: innerFields,
  layouts: json.listOf(json.object({ name: json.string, label: json.string, fields: innerFields })),
});

type ShownField = OutputOf<typeof fieldSchema>;

/** A declared key for a caller who edits; null where it is not shown to this one. */
export function shownField({ key, field, mayRead, mayWrite }: MetaDefinition, caller: Caller): ShownField | null {
  if (!field || mayRead?.(caller, 0) === false) return null;
  const isOpen = mayWrite ? mayWrite(caller, 0) : !key.startsWith('_');
  return described(key, { ...field, readonly: field.readonly === true || !isOpen });
}

function described(name: string, field: AnyField): ShownField {
  return {
    name,
    kind: field.kind,
    label: field.label ?? labelFrom(name),
    help: field.help ?? '',
    required: field.required ?? false,
    readonly: field.readonly ?? false,
    default: field.default ?? null,
    minimum: field.minimum ?? null,
    maximum: field.maximum ?? null,
    step: field.step ?? null,
    min_length: field.minLength ?? null,
    max_length: field.maxLength ?? null,
    min_items: field.minItems ?? null,
    max_items: field.maxItems ?? null,
    pattern: field.pattern ?? '',
    choices: (field.choices ?? []).map(labelled),
    to: field.to ?? [],
    multiple: isMultiple(field),
    mime_types: field.mimeTypes ?? [],
    show_when: (field.showWhen ?? []).map((all) =>
      all.map(({ field: other, operator, value = null }) => ({ field: other, operator, value })),
    ),
    width: field.width ?? 100,
    tab: field.tab ?? '',
    group: field.group ?? '',
    column: field.column ?? false,
    index: field.index ?? false,
    fields: describedAll(field.fields),
    layouts: Object.entries(field.layouts ?? {}).map(([layout, { label = labelFrom(layout), fields }]) => ({
      name: layout,
      label,
      fields: describedAll(fields),
    })),
  };
}

const describedAll = (fields: AnyField['fields'] = {}): ShownField[] =>
  Object.entries(fields).map(([name, field]) => described(name, field));

const labelled = (one: Choice): { value: string; label: string } =>
  typeof one === 'string' ? { value: one, label: one } : one;

const isMultiple = ({ kind, multiple }: AnyField): boolean =>
  kind === 'posts' || kind === 'terms' || kind === 'users' ? (multiple ?? true) : false;
