import { declaredKeys } from '../../rules/content/content-model.ts';
import type { PostTypeDeclaration } from '../../rules/content/post-type-declaration.ts';
import type { MetaDefinition, MetaObject } from '../../rules/meta-registry.ts';
import type { MetaSchema } from '../../rules/meta-schema.ts';
import { refused } from './check-model.ts';
import { type FixedContent, fixedKeys } from './fixed-content.ts';
import type { StoredDeclarations } from './stored-model.ts';

/** Whose fields they are: all items of a type, all terms of a taxonomy, or everything of a sort where it is null. */
export interface FieldOwner {
  readonly object: MetaObject;
  readonly subtype: string | null;
}

/** A field gets another name. A path with dots names a part of a field: `size.width`, or `parts.quote.text` of a layout. */
export interface FieldRename extends FieldOwner {
  readonly from: string;
  readonly to: string;
}

/** A field whose stored values are to be looked at: it has another name or another form. */
export interface ChangedField extends FieldOwner {
  readonly before: MetaDefinition;
  readonly after: MetaDefinition;
  /** The renames of its parts, by their paths before. */
  readonly parts: ReadonlyMap<string, FieldRename>;
}

/** What a change of declarations means for what is stored. */
export interface ModelChanges {
  readonly removedTypes: readonly string[];
  readonly removedTaxonomies: readonly string[];
  readonly removedFields: readonly (FieldOwner & { readonly field: string })[];
  readonly changedFields: readonly ChangedField[];
  /** The renames of whole fields. */
  readonly renames: readonly FieldRename[];
}

type Shown = Pick<PostTypeDeclaration, 'name' | 'restBase'>;

/** Compares declarations; throws the refusal of a rename that makes no sense. */
export function modelChanges(
  before: StoredDeclarations,
  after: StoredDeclarations,
  renames: readonly FieldRename[],
  fixed: FixedContent,
): ModelChanges {
  /** Those that are gone, or that the interface does not show any more. */
  const removed = (old: readonly Shown[], now: readonly Shown[]) =>
    old
      .filter(({ name, restBase }) => {
        const left = now.find((one) => one.name === name);
        return !left || (left.restBase === null && restBase !== null);
      })
      .map(({ name }) => name);
  const removedTypes = removed(before.postTypes, after.postTypes);
  const removedTaxonomies = removed(before.taxonomies, after.taxonomies);
  const fields = { before: fieldsByOwner(before), after: fieldsByOwner(after) };
  const plan = readRenames(renames, fields);
  const declaredElsewhere = fixedKeys(fixed);
  const removedFields: (FieldOwner & { field: string })[] = [];
  const changedFields: ChangedField[] = [];
  for (const { owner, table } of fields.before.values()) {
    const { object, subtype } = owner;
    if (object === 'post' && subtype !== null && removedTypes.includes(subtype)) continue;
    if (object === 'term' && subtype !== null && removedTaxonomies.includes(subtype)) continue;
    for (const [name, definition] of table) {
      const isElsewhere = declaredElsewhere.some(
        (one) => one.object === object && one.key === name && (one.subtype === subtype || one.subtype === null),
      );
      if (isElsewhere) continue;
      const { to, parts } = plan.of(owner, name);
      const now = fields.after.get(ownerKey(owner))?.table.get(to);
      if (!now) removedFields.push({ ...owner, field: name });
      else if (to !== name || parts.size > 0 || formOf(definition) !== formOf(now))
        changedFields.push({ ...owner, before: definition, after: now, parts });
    }
  }
  return { removedTypes, removedTaxonomies, removedFields, changedFields, renames: plan.whole };
}

const ownerKey = ({ object, subtype }: FieldOwner): string => `${object} ${subtype ?? ''}`;

type FieldsByOwner = ReadonlyMap<
  string,
  { readonly owner: FieldOwner; readonly table: ReadonlyMap<string, MetaDefinition> }
>;

function fieldsByOwner(declarations: StoredDeclarations): FieldsByOwner {
  const found = new Map<string, { owner: FieldOwner; table: Map<string, MetaDefinition> }>();
  for (const definition of declaredKeys(declarations)) {
    const owner = { object: definition.object, subtype: definition.subtype ?? null };
    const known = found.get(ownerKey(owner)) ?? { owner, table: new Map() };
    known.table.set(definition.key, definition);
    found.set(ownerKey(owner), known);
  }
  return found;
}

/** What decides how stored values are read; limits and defaults do not. */
function formOf(schema: MetaDefinition): string {
  const form = ({ type, format, enum: words, relation, items, properties, layouts }: MetaSchema): unknown => [
    type,
    format,
    words && [...words].sort(),
    relation?.of,
    items && form(items),
    properties &&
      Object.entries(properties)
        .map(([name, one]) => [name, form(one)])
        .sort(),
    layouts &&
      Object.entries(layouts)
        .map(([name, one]) => [name, form(one)])
        .sort(),
  ];
  return JSON.stringify([schema.isField ?? false, schema.single, form(schema)]);
}

interface RenamePlan {
  readonly whole: readonly FieldRename[];
  /** What becomes of a field: its name, and the renames of its parts. */
  of(owner: FieldOwner, name: string): { readonly to: string; readonly parts: ReadonlyMap<string, FieldRename> };
}

/** Whether every rename leads from a field that was there to one that is there, and no two meet. */
function readRenames(
  renames: readonly FieldRename[],
  { before, after }: { readonly before: FieldsByOwner; readonly after: FieldsByOwner },
): RenamePlan {
  const by = (of: FieldOwner, name: string) =>
    renames.filter((one) => ownerKey(one) === ownerKey(of) && one.from.split('.')[0] === name);
  for (const [i, rename] of renames.entries()) {
    const { from, to } = rename;
    const at = `renames[${i}]`;
    const whose = rename.subtype ?? `every ${rename.object}`;
    const old = before.get(ownerKey(rename))?.table ?? new Map<string, MetaDefinition>();
    const now = after.get(ownerKey(rename))?.table ?? new Map<string, MetaDefinition>();
    if (!partAt(old, from)) throw refused(`${at}.from`, `${whose} has no field ${from} that was declared here.`);
    if (!partAt(now, to)) throw refused(`${at}.to`, `The declarations that were sent have no field ${to} of ${whose}.`);
    const same = renames.findIndex((one) => ownerKey(one) === ownerKey(rename) && (one.from === from || one.to === to));
    if (same !== i) throw refused(at, `It meets renames[${same}]: a field has one name before and one after.`);
    const parent = parentOf(from);
    const parentNow = parent.map((_, depth) => {
      const path = parent.slice(0, depth + 1).join('.');
      const moved = renames.find((one) => ownerKey(one) === ownerKey(rename) && one.from === path);
      return lastOf(moved?.to ?? path);
    });
    if (parentOf(to).join('.') !== parentNow.join('.'))
      throw refused(`${at}.to`, `A part stays where it is: ${[...parentNow, 'NAME'].join('.')} can be its name.`);
    const isTaken = partAt(old, to) && !renames.some((one) => ownerKey(one) === ownerKey(rename) && one.from === to);
    if (isTaken && from !== to) throw refused(`${at}.to`, `${whose} has a field ${to} already. Choose another name.`);
  }
  return {
    whole: renames.filter(({ from, to }) => !from.includes('.') && from !== to),
    of: (owner, name) => {
      const own = by(owner, name);
      return {
        to: own.find(({ from }) => from === name)?.to ?? name,
        parts: new Map(own.filter(({ from }) => from.includes('.')).map((one) => [one.from, one])),
      };
    },
  };
}

const parentOf = (path: string): string[] => path.split('.').slice(0, -1);
export const lastOf = (path: string): string => path.split('.').at(-1) ?? path;

/** The field or the part of one that a path names: members of objects, and layouts with their members. */
function partAt(table: ReadonlyMap<string, MetaDefinition>, path: string): boolean {
  const [name = '', ...inner] = path.split('.');
  let here: MetaSchema | undefined = table.get(name);
  for (const segment of inner) {
    const holder: MetaSchema | undefined = here?.type === 'array' ? here.items : here;
    const parts: Readonly<Record<string, MetaSchema>> = holder?.layouts ?? holder?.properties ?? {};
    here = Object.hasOwn(parts, segment) ? parts[segment] : undefined;
  }
  return here !== undefined;
}
