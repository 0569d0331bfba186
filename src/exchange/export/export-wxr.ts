import type { Site } from '../../content/site.ts';
import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileUrl } from '../../media/media-urls.ts';
import { type BulkRow, contentBulkTables as tables } from '../../storage/bulk/bulk-table.ts';
import type { TableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import type { WxrItem, WxrPart } from '../wxr/wxr-parts.ts';
import { exportTerms, type TermBook } from './export-terms.ts';
import { authorFrom, commentFrom, itemFrom } from './stored-rows.ts';

export interface ExportParts {
  readonly snapshot: TableSnapshot;
  readonly site: Pick<Site, 'url' | 'title' | 'tagline' | 'language'>;
  readonly uploadsUrl: string;
  readonly stickyIds: ReadonlySet<number>;
  /** Only these types; every type but the site's housekeeping where left out. */
  readonly types?: ReadonlySet<string>;
  /** Told after every page of posts how many went by. */
  readonly progress?: (posts: number) => void;
}

/** Rows that a site makes for itself and can make again. */
const housekeeping: ReadonlySet<string> = new Set(['revision', 'oembed_cache', 'customize_changeset', 'user_request']);

/** The whole site as the parts of an export file, read page by page from one moment of the database. */
export async function* exportWxr(parts: ExportParts): AsyncGenerator<WxrPart> {
  const { site, snapshot } = parts;
  yield {
    kind: 'site',
    site: {
      version: '1.2',
      title: site.title,
      description: site.tagline,
      language: site.language.replaceAll('_', '-'),
      siteUrl: site.url,
      homeUrl: site.url,
    },
  };
  const logins = new Map<number, string>();
  for (const author of await authors(snapshot)) {
    logins.set(author.id, author.login);
    yield { kind: 'author', author };
  }
  const book: TermBook = new Map();
  for await (const term of exportTerms(snapshot, book)) yield { kind: 'term', term };
  let posts = 0;
  for await (const page of snapshot.rows(tables.posts)) {
    const wanted = page.filter((row) => isExported(row, parts.types));
    for (const item of await items(parts, wanted, { logins, book })) yield { kind: 'item', item };
    posts += wanted.length;
    parts.progress?.(posts);
  }
}

function isExported(row: BulkRow, types: ReadonlySet<string> | undefined): boolean {
  const type = String(row['post_type']);
  if (row['post_status'] === 'auto-draft') return false;
  return types ? types.has(type) : !housekeeping.has(type);
}

async function authors(snapshot: TableSnapshot) {
  const ids = (await snapshot.numbersIn(tables.posts, 'post_author')).filter((id) => id > 0);
  const found: ReturnType<typeof authorFrom>[] = [];
  for (let at = 0; at < ids.length; at += 200) {
    const some = ids.slice(at, at + 200);
    const meta = Map.groupBy(await snapshot.rowsWith(tables.usermeta, 'user_id', some), (row) => row['user_id']);
    for (const row of await snapshot.rowsWith(tables.users, 'ID', some))
      found.push(authorFrom(row, meta.get(row['ID'] ?? 0) ?? []));
  }
  return found;
}

async function items(
  parts: ExportParts,
  rows: readonly BulkRow[],
  known: { readonly logins: ReadonlyMap<number, string>; readonly book: TermBook },
): Promise<WxrItem[]> {
  const { snapshot, site } = parts;
  const ids = rows.map((row) => Number(row['ID']));
  const meta = Map.groupBy(await snapshot.rowsWith(tables.postmeta, 'post_id', ids), (row) => row['post_id']);
  const held = Map.groupBy(
    await snapshot.rowsWith(tables.term_relationships, 'object_id', ids),
    (row) => row['object_id'],
  );
  const comments = await commentsOf(snapshot, ids);
  return rows.map((row) => {
    const id = Number(row['ID']);
    const own = meta.get(id) ?? [];
    return itemFrom(row, {
      link: `${site.url}/?p=${id}`,
      creator: known.logins.get(Number(row['post_author'])) ?? '',
      isSticky: parts.stickyIds.has(id),
      attachmentUrl: row['post_type'] === 'attachment' ? addressOf(parts, row, own) : '',
      terms: (held.get(id) ?? []).flatMap((one) => known.book.get(Number(one['term_taxonomy_id'])) ?? []),
      meta: own,
      comments: comments.get(id) ?? [],
    });
  });
}

async function commentsOf(snapshot: TableSnapshot, postIds: readonly number[]) {
  const rows = await snapshot.rowsWith(tables.comments, 'comment_post_ID', postIds);
  const ids = rows.map((row) => Number(row['comment_ID']));
  const meta = Map.groupBy(await metaOf(snapshot, ids), (row) => row['comment_id']);
  const all = rows.map((row) => ({
    postId: Number(row['comment_post_ID']),
    comment: commentFrom(row, meta.get(row['comment_ID'] ?? 0) ?? []),
  }));
  const byPost = Map.groupBy(all, ({ postId }) => postId);
  return new Map([...byPost].map(([postId, some]) => [postId, some.map(({ comment }) => comment)]));
}

/** A page of posts may have more comments than one query should name. */
async function metaOf(snapshot: TableSnapshot, commentIds: readonly number[]): Promise<BulkRow[]> {
  const rows: BulkRow[] = [];
  for (let at = 0; at < commentIds.length; at += 500)
    rows.push(...(await snapshot.rowsWith(tables.commentmeta, 'comment_id', commentIds.slice(at, at + 500))));
  return rows;
}

/** Where the file of an attachment can be fetched: below the uploads, or at its guid where it lies elsewhere. */
function addressOf({ uploadsUrl }: ExportParts, row: BulkRow, meta: readonly BulkRow[]): string {
  const path = meta.find((one) => one['meta_key'] === attachmentMetaKeys.file)?.['meta_value'];
  return path ? fileUrl(uploadsUrl, String(path)) : String(row['guid'] ?? '');
}
