import {
  type AddressWork,
  archivesOfTerms,
  authorArchives,
  commentFeeds,
  listsOfPost,
  postAddresses,
  showingAuthor,
  showingComment,
  showingTerm,
  termArchives,
} from '../../site/pages/affected-addresses.ts';
import type { FeedRow } from '../../storage/store.ts';
import type { ItemChange } from './item-changes.ts';

/** The addresses of the site at which a change can be seen. */
export interface ChangedUrls {
  /** The item's own, as they are now. */
  readonly own: readonly string[];
  /** Those of lists and pages that show it. */
  readonly others: readonly string[];
  /** Whether every page may show it. */
  readonly isEverywhere: boolean;
}

const nowhere: ChangedUrls = { own: [], others: [], isEverywhere: false };

/** `together` are all rows of the transactions that changed the item: terms and authors that it had before, too. */
export async function changedUrls(
  work: AddressWork,
  change: ItemChange,
  together: readonly FeedRow[],
): Promise<ChangedUrls> {
  const { store } = work.call;
  const isAlone = together.every(({ kind }) => kind !== 'post');
  switch (change.kind) {
    case 'post': {
      const post = await store.posts.byId(change.id);
      const own = post && change.item !== null ? ((await postAddresses(work, [post])).get(post.id) ?? []) : [];
      const lists = post ? await listsOfPost(work, post) : [];
      return {
        own: [...own, ...fileUrls(change.item)],
        others: [...lists, ...(await listsTogether(work, together))],
        isEverywhere: false,
      };
    }
    case 'term': {
      const [term] = await store.terms.byIds([change.id]);
      if (!term) return nowhere;
      const own = (await termArchives(work, [term])).get(term.id) ?? [];
      if (!isAlone) return { ...nowhere, own };
      const { urls, isEverywhere } = await showingTerm(work, term);
      return { own, others: urls, isEverywhere };
    }
    case 'user': {
      const users = await store.users.byIds([change.id]);
      const own = change.item === null ? [] : [...authorArchives(work, users).values()].flat();
      if (!isAlone) return { ...nowhere, own };
      const { urls, isEverywhere } = await showingAuthor(work, change.id);
      return { own, others: urls, isEverywhere };
    }
    case 'comment': {
      const postIds = new Set(together.filter(({ kind }) => kind === 'post').map(({ id }) => id));
      if (hasPost(change.item)) postIds.add(change.item.post);
      const pages = await Promise.all([...postIds].map((id) => showingComment(work, id)));
      return { ...nowhere, others: [...pages.flat(), ...commentFeeds(work)] };
    }
    default:
      return { own: [], others: [`${work.call.site.url}/`], isEverywhere: true };
  }
}

/** The archives of the terms and authors that a transaction changed with a post. */
async function listsTogether(work: AddressWork, together: readonly FeedRow[]): Promise<string[]> {
  const idsOf = (kind: FeedRow['kind']): number[] => together.filter((row) => row.kind === kind).map(({ id }) => id);
  const users = await work.call.store.users.byIds([...new Set(idsOf('user'))]);
  return [...(await archivesOfTerms(work, idsOf('term'))), ...[...authorArchives(work, users).values()].flat()];
}

const hasPost = (item: unknown): item is { readonly post: number } =>
  typeof item === 'object' && item !== null && 'post' in item && typeof item.post === 'number' && item.post > 0;

/** The addresses of a file and of its sizes. */
function fileUrls(item: unknown): string[] {
  const source = memberOf(item, 'source_url');
  if (typeof source !== 'string' || source === '') return [];
  const sizes = memberOf(memberOf(item, 'media_details'), 'sizes');
  const inSizes = typeof sizes === 'object' && sizes !== null ? Object.values(sizes) : [];
  const urls = inSizes.map((size) => memberOf(size, 'source_url'));
  return [source, ...urls.filter((url) => typeof url === 'string')];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
