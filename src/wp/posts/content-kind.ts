import type { MetaRegistry } from '../../rules/meta-registry.ts';
import { isShownType, type PostType, type ShownPostType, type Support, supports } from '../../rules/post-types.ts';
import { isShownTaxonomy, type ShownTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';
import type { Post } from '../../storage/rows.ts';
import type { SlugOptions } from '../../text/slugs/slug.ts';
import type { TextWork } from '../../workers/text-work.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { type ContentVisibilityRules, createContentVisibilityRules } from './content-visibility.ts';

/** The dependencies of the kinds of content. */
export interface ContentKindSource {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
  readonly slugs: SlugOptions;
  readonly slugOutOfTrash: 'remembered' | 'sent';
  readonly textWork: TextWork;
  /** What else happens, in the same transaction, when a row becomes public. */
  readonly onPublish: (post: Post, work: OperationContext) => Promise<void>;
}

/** A kind of content as operations use it: the rules of its rows, independent of how the interface shows them. */
export interface ContentKind {
  readonly type: ShownPostType;
  /** Every type of the site: the parent of a row can be of any type. */
  readonly types: readonly PostType[];
  /** Taxonomies whose terms the interface shows on this kind. */
  readonly taxonomies: readonly ShownTaxonomy[];
  readonly visibility: ContentVisibilityRules;
  readonly meta: MetaRegistry;
  readonly slugs: SlugOptions;
  /** The slug of a row that is restored from the trash by a request with a slug: its former one, or the one sent. */
  readonly slugOutOfTrash: 'remembered' | 'sent';
  /** Cleans and renders texts, long ones in worker threads. */
  readonly textWork: TextWork;
  readonly onPublish: ContentKindSource['onPublish'];
  supports(what: Support): boolean;
}

/** Every kind of content that the interface shows, by the name of its type. */
export interface ContentKinds extends Iterable<ContentKind> {
  /** The kind of that type; throws if the interface does not show the type. */
  of(typeName: string): ContentKind;
  find(typeName: string): ContentKind | undefined;
}

/** Builds each kind once. */
export function createContentKinds(source: ContentKindSource): ContentKinds {
  const shown = source.types.filter(isShownType);
  const byName = new Map(shown.map((type) => [type.name, contentKind(type, shown, source)]));
  return {
    of(typeName) {
      const kind = byName.get(typeName);
      if (!kind) throw new Error(`The interface does not show the type ${typeName}.`);
      return kind;
    },
    find: (typeName) => byName.get(typeName),
    [Symbol.iterator]: () => byName.values(),
  };
}

function contentKind(type: ShownPostType, shown: readonly ShownPostType[], source: ContentKindSource): ContentKind {
  return {
    type,
    types: source.types,
    taxonomies: source.taxonomies.filter((one) => one.types.includes(type.name)).filter(isShownTaxonomy),
    visibility: createContentVisibilityRules(type, shown),
    meta: source.meta,
    slugs: source.slugs,
    slugOutOfTrash: source.slugOutOfTrash,
    textWork: source.textWork,
    onPublish: source.onPublish,
    supports: (what) => supports(type, what),
  };
}
