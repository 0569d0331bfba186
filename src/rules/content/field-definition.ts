import { suggestion } from '../../lib/closest-name.ts';
import { type AnyField, type FieldTable, labelFrom } from '../fields/field-declaration.ts';
import { fieldSchema } from '../fields/field-schema.ts';
import { permissionOf } from '../meta-permission.ts';
import type { MetaDefinition, MetaObject } from '../meta-registry.ts';
import type { MetaSchema } from '../meta-schema.ts';
import { DeclarationError } from './check-declaration.ts';

/** Fields of users, comments or files, or of a type or taxonomy that is declared elsewhere. */
export interface FieldSet {
  readonly object: MetaObject;
  /** Post type or taxonomy; `attachment` for files. If left out, the fields belong to all of them. */
  readonly subtype?: string;
  readonly fields: FieldTable;
  /** How fields that another program stored are kept and shown, by name; no owner declares it. */
  readonly adopted?: Readonly<Record<string, AdoptedFacts>>;
}

export type AdoptedFacts = Pick<MetaDefinition, 'storage' | 'acf' | 'contexts' | 'mayRead'>;

/** The keys that fields are. */
export function definitionsIn({ object, subtype, fields, adopted = {} }: FieldSet): MetaDefinition[] {
  return Object.entries(fields).map(([key, field]) => ({
    ...definitionOf(key, field, { object, ...(subtype === undefined ? {} : { subtype }) }),
    ...adopted[key],
  }));
}

function definitionOf(key: string, field: AnyField, owner: Pick<MetaDefinition, 'object' | 'subtype'>): MetaDefinition {
  const { label = labelFrom(key), help = '', mayRead, mayWrite, index, readonly } = field;
  return {
    ...fieldSchema(field),
    ...owner,
    key,
    single: true,
    title: label,
    description: help,
    ...(index === undefined ? {} : { index }),
    ...(mayRead === undefined ? {} : { mayRead: permissionOf(mayRead) }),
    ...(typeof mayRead === 'string' ? { readCapability: mayRead } : {}),
    ...(mayWrite === undefined ? {} : { mayWrite: permissionOf(mayWrite) }),
    ...(readonly ? { mayWrite: () => false } : {}),
    field,
    isField: true,
  };
}

/** Refuses relations to types and taxonomies that nobody declares. */
export function refuseTargets(
  { key, subtype, object, ...schema }: MetaDefinition,
  known: Readonly<Record<'posts' | 'terms', readonly string[]>>,
): void {
  for (const { of, to } of relationsIn(schema)) {
    if (of !== 'posts' && of !== 'terms') continue;
    const missing = to.find((name) => !known[of].includes(name));
    if (missing === undefined) continue;
    const kind = of === 'posts' ? 'type' : 'taxonomy';
    throw new DeclarationError(
      `The field ${key} of ${subtype ?? `every ${object}`} names the ${kind} ${missing}, which the interface does not show.${suggestion(missing, known[of])}`,
      { about: { kind: 'key', key, object, subtype } },
    );
  }
}

function relationsIn({
  relation,
  items,
  properties = {},
  layouts = {},
}: MetaSchema): NonNullable<MetaSchema['relation']>[] {
  const inner = [...(items ? [items] : []), ...Object.values(properties), ...Object.values(layouts)];
  return [...(relation ? [relation] : []), ...inner.flatMap(relationsIn)];
}
