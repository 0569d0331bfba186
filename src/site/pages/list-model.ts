import type { DateTarget } from '../../rules/permalinks.ts';
import type { Post } from '../../storage/rows.ts';
import type { PostFilter } from '../../storage/store.ts';
import { localDate } from '../../text/local-date.ts';
import { searchWords } from '../../wp/posts/content-list-arguments.ts';
import { stickyIds } from '../../wp/posts/operations/post-relations.ts';
import { type Html, html, noHtml, raw } from '../theme/html.ts';
import { filled } from '../theme/words.ts';
import { plainOf } from './html-to-text.ts';
import type { PageWork } from './page-context.ts';
import type { PageTarget } from './page-target.ts';
import { listedStatuses, pageTypes, pageVisibility } from './visible-posts.ts';

type Work = Pick<PageWork, 'call' | 'core'>;
export type ListTarget = Exclude<PageTarget, { kind: 'entry' }>;

/** One page of rows, and how many there are in all. */
export interface FoundPosts {
  readonly posts: readonly Post[];
  readonly total: number;
  readonly pages: number;
}

/** Finds one page of what a list shows to the reader. Sticky posts come first on the first page of the latest posts. */
export async function findListed(work: Work, target: ListTarget, page: number): Promise<FoundPosts> {
  const { store, site } = work.call;
  const filter = await pageFilter(work, target);
  const perPage = Math.max(1, site.postsPerPage || 10);
  const order = { by: target.kind === 'search' ? 'relevance' : 'date', direction: 'desc' } as const;
  const [found, total] = await Promise.all([
    store.posts.find(filter, order, { limit: perPage, offset: (page - 1) * perPage }),
    store.posts.count(filter),
  ]);
  const posts = target.kind === 'home' && page === 1 ? await stickyFirst(work, found, filter) : found;
  return { posts, total, pages: Math.max(1, Math.ceil(total / perPage)) };
}

async function stickyFirst({ call }: Work, found: readonly Post[], filter: PostFilter): Promise<Post[]> {
  const ids = await stickyIds(call.store);
  if (ids.length === 0) return [...found];
  const page = { limit: 100, offset: 0 };
  const sticky = await call.store.posts.find({ ...filter, ids }, { by: 'date', direction: 'desc' }, page);
  return [...sticky, ...found.filter((post) => !ids.includes(post.id))];
}

/** What a list shows to the reader, as a filter. */
export async function pageFilter(work: Work, target: ListTarget): Promise<PostFilter> {
  const base = { types: ['post'], visibility: pageVisibility(work), statuses: listedStatuses(work) };
  switch (target.kind) {
    case 'home':
      return base;
    case 'archive':
      return { ...base, types: [target.type.name] };
    case 'author':
      return { ...base, authorIds: [target.user.id] };
    case 'date':
      return { ...base, ...spanOf(target.date) };
    case 'term': {
      const { taxonomy, id } = target.term;
      const declared = work.core.taxonomies.find(({ name }) => name === taxonomy);
      const termIds = declared?.hierarchical ? await work.call.store.terms.withDescendants(id, taxonomy) : [id];
      const listed = new Set(pageTypes(work).map(({ name }) => name));
      const types = declared?.types.filter((name) => listed.has(name)) ?? base.types;
      return { ...base, types, withTerms: [{ taxonomy, termIds }] };
    }
    case 'search':
      return { ...base, types: ['post', 'page'], ...searchOf(work, target.text) };
  }
}

/** A search without any word finds nothing. Texts behind a password are not searched for those who cannot edit all. */
function searchOf({ call }: Work, text: string): Partial<PostFilter> {
  const { wanted, unwanted } = searchWords(text);
  if (wanted.length === 0 && unwanted.length === 0) return { ids: [] };
  return {
    ...(wanted.length > 0 ? { search: wanted } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...(call.caller.can('edit_others_posts') ? {} : { withoutPassword: true }),
  };
}

/** The local times just before and just after a year, month or day; the ends themselves are not part of it. */
function spanOf({ year, month, day }: DateTarget): { after: string; before: string } {
  const at = (y: number, m: number, d: number, seconds: number) => {
    const date = new Date(0);
    date.setUTCFullYear(y, m, d);
    const text = new Date(date.getTime() + seconds * 1000).toISOString();
    // Years of more than four digits begin with a sign.
    if (/^[+-]/.test(text)) return text.startsWith('-') ? '0000-01-01 00:00:00' : '9999-12-31 23:59:59';
    return text.slice(0, 19).replace('T', ' ');
  };
  const start = [year, (month ?? 1) - 1, day ?? 1] as const;
  if (day !== undefined) return { after: at(...start, -1), before: at(start[0], start[1], start[2] + 1, 0) };
  if (month !== undefined) return { after: at(...start, -1), before: at(start[0], start[1] + 1, 1, 0) };
  return { after: at(...start, -1), before: at(year + 1, 0, 1, 0) };
}

/** The heading of a list, and what is known about its subject. */
export async function headingOf(
  work: Pick<PageWork, 'call' | 'words'>,
  target: ListTarget,
  title: string,
): Promise<{ heading: string; description: Html }> {
  const { words } = work;
  const { store, site } = work.call;
  switch (target.kind) {
    case 'home':
      return { heading: target.page ? plainOf(target.page.title) : title, description: noHtml };
    case 'search':
      return {
        heading: target.text === '' ? words.search : filled(words.searchResults, { text: target.text }),
        description: noHtml,
      };
    case 'term': {
      const about = target.term.description.trim();
      return {
        heading: plainOf(target.term.name),
        description: about === '' ? noHtml : html`<p>${plainOf(about)}</p>`,
      };
    }
    case 'archive':
      return { heading: target.type.labels.name, description: noHtml };
    case 'author': {
      const rows = (await store.meta.of('user', [target.user.id], ['description'])).get(target.user.id) ?? [];
      const about = plainOf(rows[0]?.value ?? '');
      return { heading: plainOf(target.user.displayName), description: about === '' ? noHtml : html`<p>${about}</p>` };
    }
    case 'date': {
      const { year, month, day } = target.date;
      const two = (n = 1) => String(n).padStart(2, '0');
      const pattern = day ? site.dateFormat : month ? 'F Y' : 'Y';
      const stored = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} 00:00:00`;
      return { heading: localDate(stored, pattern, site.language), description: raw('') };
    }
  }
}
