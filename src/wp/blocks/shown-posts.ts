import { offsetDate } from '../../rules/zone.ts';
import type { HeldTerm, Post } from '../../storage/rows.ts';
import type { ShownPost, ShownTerm } from '../../text/blocks/dynamic/shown.ts';
import type { MediaImage } from '../../text/media-image.ts';
import { mediaAddresses } from '../media/media-addresses.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import { isUnlocked } from '../posts/content-subject.ts';
import { thumbnailKey } from '../posts/operations/post-relations.ts';
import type { BlockWork } from './block-work.ts';
import { shownPeople } from './shown-people.ts';
import { termUrls } from './term-urls.ts';

/** Rows that the reader may see, with all that blocks show of them; a fixed number of queries for any number of rows. */
export async function shownPosts(rows: readonly Post[], work: BlockWork): Promise<ShownPost[]> {
  if (rows.length === 0) return [];
  const { store, site } = work.call;
  const ids = rows.map(({ id }) => id);
  const [urls, terms, meta, people] = await Promise.all([
    addresses(rows, work),
    store.terms.ofPosts(ids),
    store.meta.of('post', ids, [thumbnailKey]),
    shownPeople(
      rows.map(({ authorId }) => authorId),
      work,
    ),
  ]);
  const imageIds = new Map(ids.map((id) => [id, Number(meta.get(id)?.[0]?.value) || 0]));
  const [shownTerms, images] = await Promise.all([
    termsById([...terms.values()].flat(), work),
    work.images({ images: [...new Set(imageIds.values())].filter((id) => id > 0), attachedTo: [] }, work.call),
  ]);
  const date = (local: string) => ({ local, iso: offsetDate(local, site.zone.toGmt(local), site.zone) });
  return rows.map((row) => {
    const isOpen = isUnlocked(row, work.call);
    const held = terms.get(row.id) ?? [];
    return {
      id: row.id,
      type: row.type,
      status: row.status,
      title: titlePrefix(row) + row.title,
      url: urls.get(row.id) ?? '',
      date: date(row.date),
      modified: date(row.modified),
      content: isOpen ? row.content : '',
      excerpt: isOpen ? row.excerpt : '',
      format: formatOf(held),
      isProtected: row.password !== '',
      isUnlocked: isOpen,
      author: people.get(row.authorId) ?? null,
      terms: held.flatMap(({ id, taxonomy }) => shownTerms.get(`${taxonomy} ${id}`) ?? []),
      image: measured(images.image(imageIds.get(row.id) ?? 0)),
      commentCount: isOpen ? row.commentCount : 0,
      takesComments: row.commentStatus === 'open',
    };
  });
}

/** A picture whose measures are not known has no file of its own. */
const measured = (image: MediaImage | undefined): MediaImage | null => (image && image.full.width > 1 ? image : null);

function titlePrefix({ password, status }: Post): string {
  if (password !== '') return 'Protected: ';
  return status === 'private' ? 'Private: ' : '';
}

const formatPrefix = 'post-format-';

function formatOf(terms: readonly HeldTerm[]): string {
  const format = terms.find(({ taxonomy }) => taxonomy === 'post_format')?.slug ?? '';
  return format.startsWith(formatPrefix) ? format.slice(formatPrefix.length) : 'standard';
}

/** The addresses of rows of any types. */
async function addresses(rows: readonly Post[], { kinds, call }: BlockWork): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const kind of kinds) {
    const own = rows.filter(({ type }) => type === kind.type.name);
    if (own.length === 0) continue;
    const isAttached = kind.type.linkStyle === 'attached';
    const urls = isAttached ? await mediaAddresses(kinds, own, call) : await addressesOf(kind, own, call);
    for (const [i, { id }] of own.entries()) found.set(id, urls[i] ?? '');
  }
  return found;
}

type TermLink = ShownPost['terms'][number];

async function termsById(held: readonly HeldTerm[], work: BlockWork): Promise<Map<string, TermLink>> {
  const found = new Map<string, Omit<ShownTerm, 'count' | 'parentId'>>();
  for (const { name: taxonomy } of work.taxonomies) {
    const own = [...new Map(held.filter((term) => term.taxonomy === taxonomy).map((term) => [term.id, term])).values()];
    if (own.length === 0) continue;
    const urls = await termUrls(taxonomy, own, work);
    for (const { id, name, slug } of own)
      found.set(`${taxonomy} ${id}`, { id, taxonomy, name, slug, url: urls.get(id) ?? '' });
  }
  return found;
}
