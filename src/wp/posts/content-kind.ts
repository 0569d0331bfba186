import type { TextWork } from '../../background/text-work.ts';
import type { Caller } from '../../rules/capabilities.ts';
import type { MetaRegistry } from '../../rules/meta-registry.ts';
import { isShownType, type PostType, type ShownPostType, type Support, supports } from '../../rules/post-types.ts';
import { editVisibility, readVisibility } from '../../rules/post-visibility.ts';
import { isShownTaxonomy, type ShownTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';
import type { Visibility } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import type { SlugOptions } from '../../text/slug.ts';
import type { OperationContext } from '../context/core-context.ts';
import type { FieldContext } from '../fields/plan-fields.ts';

/** The dependencies of the kinds of content. */
export interface ContentKindSource {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
  readonly slugs: SlugOptions;
  readonly slugOutOfTrash: 'remembered' | 'sent';
  readonly trashedLink: 'slug' | 'id';
  /** The address of a file whose item does not exist: made of its slug, or of its id. */
  readonly orphanLink: 'slug' | 'id';
  readonly textWork: TextWork;
  /** What else happens, in the same transaction, when a row becomes public. */
  readonly onPublish: (post: Post, work: OperationContext) => Promise<void>;
  /** The same when a row begins to wait for review, or waits no more: what was asked of somebody before is over. */
  readonly onReviewOver: (postId: number, work: OperationContext) => Promise<void>;
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
  /** What its fields are checked with. */
  readonly fields: FieldContext;
  readonly slugs: SlugOptions;
  /** The slug of a row that is restored from the trash by a request with a slug: its former one, or the one sent. */
  readonly slugOutOfTrash: 'remembered' | 'sent';
  /** The address of a row in the trash: made of its slug, or of its id. */
  readonly trashedLink: 'slug' | 'id';
  /** The address of a file whose item does not exist: made of its slug, or of its id. */
  readonly orphanLink: 'slug' | 'id';
  /** Cleans and renders texts, long ones in worker threads. */
  readonly textWork: TextWork;
  readonly onPublish: ContentKindSource['onPublish'];
  readonly onReviewOver: ContentKindSource['onReviewOver'];
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
    fields: source,
    slugs: source.slugs,
    slugOutOfTrash: source.slugOutOfTrash,
    trashedLink: source.trashedLink,
    orphanLink: source.orphanLink,
    textWork: source.textWork,
    onPublish: source.onPublish,
    onReviewOver: source.onReviewOver,
    supports: (what) => supports(type, what),
  };
}

/** What a caller may read and edit of one type. Computed once per caller. */
export interface ContentVisibilityRules {
  readable(caller: Caller): Visibility;
  editable(caller: Caller): Visibility;
}

export function createContentVisibilityRules(type: PostType, shown: readonly PostType[]): ContentVisibilityRules {
  // The visibility of attached rows depends on their parents, so the types of the parents are needed as well.
  const types = type.inheritsFromParent ? shown : [type];
  return {
    readable: oncePerCaller((caller) => readVisibility(caller, types)),
    editable: oncePerCaller((caller) => editVisibility(caller, types)),
  };
}

function oncePerCaller(work: (caller: Caller) => Visibility): (caller: Caller) => Visibility {
  const known = new WeakMap<Caller, Visibility>();
  return (caller) => {
    const found = known.get(caller);
    if (found) return found;
    const visibility = work(caller);
    known.set(caller, visibility);
    return visibility;
  };
}
