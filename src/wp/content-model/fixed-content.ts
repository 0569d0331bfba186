import {
  type ContentModel,
  contentModel,
  declaredKeys,
  type SourcedDeclarations,
} from '../../rules/content/content-model.ts';
import type { BuiltInContent } from '../../rules/content/core-content-types.ts';
import type { ContentSource } from '../../rules/post-types.ts';

/** What is built in or declared in files, extensions and by plugins: administrators cannot change it here. */
export interface FixedContent {
  readonly declared: readonly SourcedDeclarations[];
  readonly builtIn: BuiltInContent;
}

/** A key that is declared elsewhere. */
export interface FixedKey {
  readonly object: 'post' | 'term' | 'user' | 'comment';
  readonly subtype: string | null;
  readonly key: string;
  readonly source: ContentSource;
}

/** Every key that is declared elsewhere, with its source. */
export const fixedKeys = ({ declared }: FixedContent): FixedKey[] =>
  declared.flatMap(({ source = 'configuration', ...declarations }) =>
    declaredKeys(declarations).map(({ object, subtype = null, key }) => ({ object, subtype, key, source })),
  );

/** The model without what administrators declared. */
export const fixedModel = ({ declared, builtIn }: FixedContent): ContentModel => contentModel(declared, builtIn);

/** The same as the route shows it. */
export function describeFixed(fixed: FixedContent) {
  const { types, taxonomies } = fixedModel(fixed);
  const keys = fixedKeys(fixed);
  const shown =
    (object: 'post' | 'term') =>
    ({ name, source, labels }: Described) => ({
      name,
      source,
      labels: { name: labels.name, singular_name: labels['singular_name'] ?? labels.name },
      fields: keys.filter((one) => one.object === object && one.subtype === name).map(({ key }) => key),
    });
  return {
    postTypes: types.map(shown('post')),
    taxonomies: taxonomies.map(shown('term')),
    fieldSets: fixed.declared.flatMap(setsIn),
  };
}

interface Described {
  readonly name: string;
  readonly source: ContentSource;
  readonly labels: { readonly name: string } & Readonly<Record<string, string | null>>;
}

/** The field sets of a source; single keys under `meta` make one for each owner. */
function setsIn({ source = 'configuration', fieldSets = [], meta = [] }: SourcedDeclarations) {
  const keysOf = new Map<
    string,
    { readonly object: FixedKey['object']; readonly subtype: string | null; fields: string[] }
  >();
  for (const { object, subtype = null, key } of meta) {
    const owner = `${object} ${subtype ?? ''}`;
    const set = keysOf.get(owner) ?? { object, subtype, fields: [] };
    set.fields.push(key);
    keysOf.set(owner, set);
  }
  const sets = fieldSets.map(({ object, subtype = null, fields }) => ({
    object,
    subtype,
    fields: Object.keys(fields),
  }));
  return [...sets, ...keysOf.values()].map((set) => ({ ...set, source }));
}
