import { archiveLink, authorLink, dateLink } from '../../rules/permalinks.ts';
import type { Post, Term } from '../../storage/rows.ts';
import type { PageReading } from '../address/page-address.ts';
import { searchLink } from '../address/page-link.ts';
import { termAddresses } from '../models/term-address.ts';
import type { PageWork } from '../page-context.ts';
import { findEntry } from './find-entry.ts';
import type { PageTarget } from './page-target.ts';
import { pageLinks, pageTypes } from './visible-posts.ts';

type Work = Pick<PageWork, 'call' | 'core'>;

/** What a reading names; null where there is no such thing, or the reader may not see it. */
export async function findTarget(work: Work, reading: PageReading): Promise<PageTarget | null> {
  const { site } = work.call;
  switch (reading.kind) {
    case 'front':
      return site.frontPageId > 0 ? frontPage(work) : { kind: 'home', link: `${site.url}/`, page: null };
    case 'term':
      return findTerm(work, reading);
    case 'author':
      return findAuthor(work, reading);
    case 'archive': {
      const type = pageTypes(work).find(({ name }) => name === reading.type);
      const link = type ? archiveLink(site, type) : null;
      return type && link ? { kind: 'archive', type, link } : null;
    }
    case 'date': {
      const { kind: _kind, ...date } = reading;
      return { kind: 'date', date, link: dateLink(site, date) };
    }
    case 'search':
      return { kind: 'search', text: reading.text, link: searchLink(site, reading.text) };
    default: {
      const post = await findEntry(work, reading);
      return post && entryTarget(work, post);
    }
  }
}

/** A row as a target: the page that stands for the latest posts is their list. */
export async function entryTarget(work: Work, post: Post): Promise<PageTarget> {
  const link = (await pageLinks(work, [post])).get(post.id) ?? '';
  const isList = work.call.site.frontPageId > 0 && post.type === 'page' && post.id === (await postsPageId(work));
  return isList ? { kind: 'home', link, page: post } : { kind: 'entry', link, post };
}

/** The page that lists the latest posts; 0 where the front page does. */
async function postsPageId({ call }: Work): Promise<number> {
  return Number(await call.store.options.get('page_for_posts')) || 0;
}

/** The chosen page; the latest posts where it is gone or hidden. */
async function frontPage(work: Work): Promise<PageTarget> {
  const { site } = work.call;
  const post = await findEntry(work, { kind: 'id', id: site.frontPageId, of: 'page' });
  return post ? { kind: 'entry', link: `${site.url}/`, post } : { kind: 'home', link: `${site.url}/`, page: null };
}

type TermReading = Extract<PageReading, { kind: 'term' }>;

async function findTerm(work: Work, { taxonomy, slugs, id }: TermReading): Promise<PageTarget | null> {
  const { store } = work.call;
  const found = id === undefined ? await termsAt(store, taxonomy, slugs) : [await store.terms.byId(id, taxonomy)];
  for (const term of found) {
    if (!term) continue;
    const [link = ''] = await termAddresses(work, taxonomy, [term]);
    return { kind: 'term', term, link };
  }
  return null;
}

function termsAt(store: PageWork['store'], taxonomy: string, slugs: readonly string[] = []): Promise<Term[]> {
  const page = { limit: 10, offset: 0 };
  return store.terms.find({ taxonomy, slugs: slugs.slice(-1) }, { by: 'id', direction: 'asc' }, page);
}

type AuthorReading = Extract<PageReading, { kind: 'author' }>;

/** Only those who have published something have a page: no address tells whether an account exists. */
async function findAuthor(work: Work, { id, slug }: AuthorReading): Promise<PageTarget | null> {
  const { store, site } = work.call;
  const wanted = id === undefined ? { slugs: [slug ?? ''] } : { ids: [id] };
  const types = pageTypes(work).map((type) => type.name);
  const [user] = await store.users.find(
    { ...wanted, withPublished: types },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  return user ? { kind: 'author', user, link: authorLink(site, user) } : null;
}
