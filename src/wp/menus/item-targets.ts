import type { Call } from '../../api/call.ts';
import { archiveLink, termLink } from '../../rules/permalinks.ts';
import type { PostType } from '../../rules/post-types.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import type { Post, Term } from '../../storage/rows.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import { ancestorsOf, loadAncestors } from '../terms/term-lookup.ts';
import type { ItemType, ItemValues } from './item-values.ts';
import type { MenuContext } from './nav-menu.ts';

/** What an item of a menu leads to, as this caller may see it. */
export interface ItemTarget {
  readonly title: string;
  readonly url: string;
  readonly label: string;
  /** Whether it is gone, or hidden from this caller. */
  readonly isInvalid: boolean;
  /** The row itself, for the link to it. */
  readonly post: Pick<Post, 'id' | 'type'> | null;
  readonly term: Pick<Term, 'id' | 'taxonomy'> | null;
}

/** Loads what the items of a page lead to, in a fixed number of queries. */
export async function loadTargets(
  items: readonly ItemValues[],
  context: MenuContext,
  call: Call,
): Promise<readonly ItemTarget[]> {
  const [posts, terms] = await Promise.all([loadPosts(items, context, call), loadTerms(items, context, call)]);
  return items.map((item) => targets[item.type](item, { posts, terms, context, call }));
}

interface Linked<Row> {
  readonly row: Row;
  readonly url: string;
}

interface Loaded {
  readonly posts: ReadonlyMap<number, Linked<Post>>;
  readonly terms: ReadonlyMap<number, Linked<Term>>;
  readonly context: MenuContext;
  readonly call: Call;
}

const none = { post: null, term: null } as const;
const typeOf = ({ types }: MenuContext, name: string): PostType | undefined => types.find((type) => type.name === name);
const singular = (labels: PostType['labels']): string => labels['singular_name'] ?? labels.name;

const targets: Readonly<Record<ItemType, (item: ItemValues, loaded: Loaded) => ItemTarget>> = {
  custom: ({ url }) => ({ ...none, title: '', url, label: 'Custom link', isInvalid: false }),
  post_type: ({ object, objectId }, { posts, context }) => {
    const found = posts.get(objectId);
    const type = typeOf(context, object);
    return {
      title: found?.row.title ?? '',
      url: found?.url ?? '',
      label: type ? singular(type.labels) : object,
      isInvalid: !found || !type || found.row.status === 'trash',
      post: found?.row ?? null,
      term: null,
    };
  },
  taxonomy: ({ object, objectId }, { terms, context }) => {
    const found = terms.get(objectId);
    const taxonomy = context.taxonomies.find((one) => one.name === object);
    return {
      title: found?.row.name ?? '',
      url: found?.url ?? '',
      label: taxonomy ? singular(taxonomy.labels) : object,
      isInvalid: !found || !taxonomy,
      post: null,
      term: found?.row ?? null,
    };
  },
  post_type_archive: ({ object }, { context, call: { site } }) => {
    const type = typeOf(context, object);
    const url = type ? (archiveLink(site, type) ?? (type.linkStyle === 'dated' ? site.url : '')) : '';
    return { ...none, title: type?.labels.name ?? '', url, label: 'Archive', isInvalid: !type };
  },
};

const idsOf = (items: readonly ItemValues[], type: ItemType): number[] => [
  ...new Set(items.filter((item) => item.type === type && item.objectId > 0).map((item) => item.objectId)),
];

/** Only what this caller may read: an entry of a menu tells nothing of a draft. */
async function loadPosts(
  items: readonly ItemValues[],
  { kinds }: MenuContext,
  call: Call,
): Promise<ReadonlyMap<number, Linked<Post>>> {
  const ids = idsOf(items, 'post_type');
  if (ids.length === 0) return new Map();
  const types = [...kinds].map((kind) => kind.type);
  const posts = await call.store.posts.find(
    { types: types.map((type) => type.name), visibility: readVisibility(call.caller, types), ids },
    { by: 'id', direction: 'asc' },
    { limit: ids.length, offset: 0 },
  );
  const linked = new Map<number, Linked<Post>>();
  for (const [type, rows] of Map.groupBy(posts, (post) => post.type)) {
    const urls = await addressesOf(kinds.of(type), rows, call);
    for (const [i, row] of rows.entries()) linked.set(row.id, { row, url: urls[i] ?? '' });
  }
  return linked;
}

async function loadTerms(
  items: readonly ItemValues[],
  { taxonomies }: MenuContext,
  { store, site }: Call,
): Promise<ReadonlyMap<number, Linked<Term>>> {
  const ids = idsOf(items, 'taxonomy');
  const terms = ids.length > 0 ? await store.terms.byIds(ids) : [];
  const linked = new Map<number, Linked<Term>>();
  for (const taxonomy of taxonomies.filter((one) => one.restBase !== null)) {
    const rows = terms.filter((term) => term.taxonomy === taxonomy.name);
    const known = taxonomy.nestedLinks ? await loadAncestors(store, taxonomy.name, rows) : null;
    for (const row of rows) {
      const above = known ? ancestorsOf(row, known).map((one) => one.slug) : [];
      linked.set(row.id, { row, url: termLink(site, row, above, taxonomy.linkBase) });
    }
  }
  return linked;
}
