import { type AcfField, type AcfType, acfTypes, labelsOf } from '../rules/acf/acf-field.ts';
import type { AnyField, FieldLayout, SubField } from '../rules/fields/field-declaration.ts';
import { fieldSchema } from '../rules/fields/field-schema.ts';
import type { FieldCondition } from '../rules/fields/show-when.ts';
import { layoutMember } from '../rules/meta-schema.ts';
import type { StoredAcfField, StoredAcfGroup } from './acf-groups.ts';
import { acfKinds, everyMember, itemLimits, type ShownContent, usualFormats } from './acf-kinds.ts';
import { isOn, type StoredSettings, settingsIn, settingText, valuesIn } from './plugin-declarations.ts';

/** A field of ACF with what it is for people who fill it in. */
export interface DeclaredAcfField {
  readonly field: AcfField;
  readonly declaration: AnyField;
}

/** What fields may refer to. */
export interface AcfSurroundings extends ShownContent {
  readonly groups: readonly StoredAcfGroup[];
  /** Called with a sentence for everything that is left out. */
  readonly skipped: (why: string) => void;
}

/** The fields of a group that have values, clones replaced by what they stand for. */
export function declaredFields(group: StoredAcfGroup, around: AcfSurroundings): readonly DeclaredAcfField[] {
  const reader = new Reader(around, `the group ${group.title || group.key}`);
  return reader.table(group.fields, { isInner: false, cloned: new Set() }).map(({ field, declaration }) => ({
    field,
    declaration: { ...declaration, ...(group.title === '' ? {} : { group: group.title }) },
  }));
}

interface Place {
  readonly isInner: boolean;
  /** The clones that led here, so that none stands for itself. */
  readonly cloned: ReadonlySet<string>;
}

/** Types that arrange a form and have no value. */
const formParts = ['tab', 'accordion', 'message', 'separator'];
/** Fields of one group, clones resolved; a group that clones others again and again is cut there. */
const mostFields = 2_000;

class Reader {
  readonly #around: AcfSurroundings;
  readonly #of: string;
  #count = 0;

  constructor(around: AcfSurroundings, of: string) {
    this.#around = around;
    this.#of = of;
  }

  /** The fields that stand beside each other. */
  table(stored: readonly StoredAcfField[], place: Place): DeclaredAcfField[] {
    const found: { readonly source: StoredAcfField; readonly one: DeclaredAcfField }[] = [];
    let tab = '';
    for (const source of stored) {
      const type = settingText(source.settings, 'type');
      if (type === 'tab') tab = isOn(source.settings, 'endpoint') ? '' : source.label;
      if (formParts.includes(type)) continue;
      for (const one of type === 'clone' ? this.#clone(source, place) : this.#fields(source, place)) {
        const inTab = tab === '' || place.isInner ? one.declaration : { ...one.declaration, tab };
        found.push({ source, one: { ...one, declaration: inTab } });
      }
    }
    const unique = found.filter(({ one }, i) => {
      const isFirst = found.findIndex((other) => other.one.field.name === one.field.name) === i;
      if (!isFirst) this.#skip(one.field.name, 'another field has its name');
      return isFirst;
    });
    const names = new Map(unique.map(({ source, one }) => [source.key, one]));
    return unique.map(({ source, one }) => withConditions(one, conditionsIn(source.settings, names)));
  }

  #skip(name: string, why: string): [] {
    this.#around.skipped(`The field ${name || 'without a name'} of ${this.#of} is left out: ${why}.`);
    return [];
  }

  #fields(source: StoredAcfField, place: Place): DeclaredAcfField[] {
    const { name, settings } = source;
    const type = acfTypes.find((one) => one === settingText(settings, 'type'));
    if (++this.#count > mostFields) return this.#count === mostFields + 1 ? this.#skip(name, 'there are too many') : [];
    if (!type) return this.#skip(name, `fields of the type ${settingText(settings, 'type')} are not known`);
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name))
      return this.#skip(name, 'names have letters, digits, _ and -, at most 64, and begin with a letter or _');
    if (place.isInner && name === layoutMember)
      return this.#skip(name, 'rows say with this name which layout they have');
    const inner = type === 'group' || type === 'repeater' ? this.table(source.fields, { ...place, isInner: true }) : [];
    const layouts =
      type === 'flexible_content'
        ? source.layouts.map((layout) => [layout, this.table(layout.fields, { ...place, isInner: true })] as const)
        : [];
    const declaration = this.#declared(type, settings, inner, layouts);
    if (typeof declaration === 'string') return this.#skip(name, declaration);
    const described = { ...declaration, ...everyMember(source) };
    return [
      {
        declaration: described,
        field: {
          key: source.key,
          name,
          storedAs: name,
          type,
          schema: fieldSchema(described),
          returnFormat: settingText(settings, 'return_format') || (usualFormats[type] ?? ''),
          newLines: settingText(settings, 'new_lines'),
          labels: labelsOf(described),
          fields: inner.map(({ field }) => field),
          layouts: new Map(layouts.map(([layout, fields]) => [layout.name, fields.map(({ field }) => field)])),
          isClone: false,
          isPrefix: true,
        },
      },
    ];
  }

  /** What the form and the value of a type are; a sentence where it cannot be used. */
  #declared(
    type: AcfType,
    settings: StoredSettings,
    inner: readonly DeclaredAcfField[],
    layouts: readonly (readonly [{ readonly name: string; readonly label: string }, readonly DeclaredAcfField[]])[],
  ): AnyField | string {
    if (type === 'group' || type === 'repeater') {
      if (inner.length === 0) return 'it has no fields';
      return { kind: type, fields: tableOf(inner), ...(type === 'repeater' ? itemLimits(settings) : {}) };
    }
    if (type === 'flexible_content') {
      const usable = layouts.filter(([{ name }, fields]) => /^[A-Za-z0-9_-]+$/.test(name) && fields.length > 0);
      if (usable.length === 0) return 'it has no layouts with fields';
      const table = usable.map(([{ name, label }, fields]): [string, FieldLayout] => [
        name,
        { ...(label === '' ? {} : { label }), fields: tableOf(fields) },
      ]);
      return { kind: 'layouts', layouts: Object.fromEntries(table), ...itemLimits(settings) };
    }
    return acfKinds[type](settings, this.#around);
  }

  /** The fields that a clone stands for: beside the others, or together under its name. */
  #clone(source: StoredAcfField, place: Place): DeclaredAcfField[] {
    const { key, name, settings, label } = source;
    if (place.cloned.has(key)) return this.#skip(name, 'it clones itself');
    const wanted = valuesIn(settings['clone']).filter((one) => typeof one === 'string');
    const fields = this.table(
      wanted.flatMap((one) => this.#named(one)),
      {
        isInner: place.isInner || settingText(settings, 'display') === 'group',
        cloned: new Set([...place.cloned, key]),
      },
    );
    const isPrefix = isOn(settings, 'prefix_name');
    const own = fields.map(({ field, declaration }) => ({
      declaration,
      field: { ...field, key: `${key}_${field.key}` },
    }));
    if (settingText(settings, 'display') !== 'group') return isPrefix ? own.map((one) => prefixed(name, one)) : own;
    if (own.length === 0) return this.#skip(name, 'it clones no fields');
    const declaration: AnyField = { kind: 'group', fields: tableOf(own), ...everyMember({ ...source, label }) };
    return [
      {
        declaration,
        field: {
          key,
          name,
          storedAs: name,
          type: 'group',
          schema: fieldSchema(declaration),
          returnFormat: '',
          newLines: '',
          labels: new Map(),
          fields: own.map(({ field }) => field),
          layouts: new Map(),
          isClone: true,
          isPrefix,
        },
      },
    ];
  }

  /** The fields of a group, or the one field, with this key. */
  #named(key: string): readonly StoredAcfField[] {
    for (const group of this.#around.groups) {
      if (group.key === key) return group.fields;
      const found = fieldWith(key, group.fields);
      if (found) return [found];
    }
    return [];
  }
}

/** A field under a longer name; the fields that its conditions name have it as well. */
function prefixed(clone: string, { field, declaration }: DeclaredAcfField): DeclaredAcfField {
  const name = `${clone}_${field.name}`;
  const named = { declaration, field: { ...field, name, storedAs: name } };
  const conditions = declaration.showWhen?.map((all) => all.map((one) => ({ ...one, field: `${clone}_${one.field}` })));
  return withConditions(named, conditions ?? null);
}

function fieldWith(key: string, fields: readonly StoredAcfField[]): StoredAcfField | null {
  for (const field of fields) {
    const found =
      field.key === key
        ? field
        : (fieldWith(key, field.fields) ??
          fieldWith(
            key,
            field.layouts.flatMap((one) => one.fields),
          ));
    if (found) return found;
  }
  return null;
}

/** Fields inside another one have no members that only the fields of an item have. */
function tableOf(fields: readonly DeclaredAcfField[]): Record<string, SubField> {
  return Object.fromEntries(
    fields.map(({ field, declaration: { tab: _tab, group: _group, ...inner } }) => {
      // A declaration is made by its kind with the members of that kind.
      return [field.name, inner as SubField];
    }),
  );
}

const operators: Readonly<Record<string, FieldCondition['operator']>> = {
  '==': '==',
  '!=': '!=',
  '>': '>',
  '<': '<',
  '==contains': 'contains',
  '==empty': 'empty',
  '!=empty': 'not_empty',
};

/** When a field is shown; null where that depends on something else than the fields beside it. */
function conditionsIn(
  settings: StoredSettings,
  beside: ReadonlyMap<string, DeclaredAcfField>,
): readonly (readonly FieldCondition[])[] | null {
  const lists = valuesIn(settings['conditional_logic']).map((all) => valuesIn(all).map(settingsIn));
  const found: FieldCondition[][] = [];
  for (const list of lists) {
    const all: FieldCondition[] = [];
    for (const rule of list) {
      const other = beside.get(settingText(rule, 'field'));
      const operator = operators[settingText(rule, 'operator')];
      if (!other || !operator) return null;
      const isList = other.field.schema.type === 'array' && operator === '==';
      const value = operator === 'empty' || operator === 'not_empty' ? {} : { value: settingText(rule, 'value') };
      all.push({ field: other.field.name, operator: isList ? 'contains' : operator, ...value });
    }
    if (all.length > 0) found.push(all);
  }
  return found.length > 0 ? found : null;
}

function withConditions(
  { field, declaration }: DeclaredAcfField,
  showWhen: readonly (readonly FieldCondition[])[] | null,
): DeclaredAcfField {
  const isOfItself = showWhen?.some((all) => all.some((one) => one.field === field.name));
  if (!showWhen || isOfItself) return { field, declaration };
  const shown = { ...declaration, showWhen };
  return { declaration: shown, field: { ...field, schema: fieldSchema(shown) } };
}
