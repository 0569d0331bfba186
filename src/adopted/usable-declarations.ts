import { contentModel } from '../rules/content/content-model.ts';
import { DeclarationError } from '../rules/content/declaration-error.ts';
import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import { type ContentDeclarations, readDeclarations } from '../rules/content/read-declarations.ts';
import type { TaxonomyDeclaration } from '../rules/content/taxonomy-declaration.ts';

type Stored = Required<ContentDeclarations>;

/**
 * The stored declarations that can be used: each must fit to what is declared and to those before it.
 *
 * @param skipped called with a sentence for each of the others
 */
export function usableDeclarations(
  stored: Stored,
  declared: readonly ContentDeclarations[],
  skipped: (why: string) => void,
): ContentDeclarations {
  const fits = (all: Stored): boolean => {
    try {
      contentModel([...declared, readDeclarations({ ...all })]);
      return true;
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      skipped(error.message);
      return false;
    }
  };
  let kept: Stored = { postTypes: [], taxonomies: [], meta: [] };
  const keep = (more: Stored): void => {
    if (fits(more)) kept = more;
  };
  for (const type of stored.postTypes) keep({ ...kept, postTypes: [...kept.postTypes, alone(type, stored)] });
  const types = new Set(contentModel([...declared, kept]).types.map(({ name }) => name));
  for (const taxonomy of stored.taxonomies)
    keep({ ...kept, taxonomies: [...kept.taxonomies, joined(taxonomy, stored, types)] });
  for (const meta of stored.meta) keep({ ...kept, meta: [...kept.meta, meta] });
  return kept;
}

/** A type without the stored taxonomies, which name it themselves later, and with a place for its fields. */
function alone(type: PostTypeDeclaration, { taxonomies, meta }: Stored): PostTypeDeclaration {
  const { supports = [], taxonomies: named = [] } = type;
  const hasFields = meta.some(({ object, subtype }) => object === 'post' && subtype === type.name);
  return {
    ...type,
    supports: hasFields && !supports.includes('custom-fields') ? [...supports, 'custom-fields'] : supports,
    taxonomies: named.filter((name) => !taxonomies.some((taxonomy) => taxonomy.name === name)),
  };
}

/** A taxonomy with all types that belong to it, as far as there are such types. */
function joined(taxonomy: TaxonomyDeclaration, { postTypes }: Stored, known: ReadonlySet<string>): TaxonomyDeclaration {
  const naming = postTypes.filter((type) => type.taxonomies?.includes(taxonomy.name)).map((type) => type.name);
  const wanted = new Set([...(taxonomy.postTypes ?? []), ...naming]);
  return { ...taxonomy, postTypes: [...wanted].filter((name) => known.has(name)) };
}
