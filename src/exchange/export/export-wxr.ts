import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileUrl } from '../../media/media-urls.ts';
import type { Site } from '../../rules/site.ts';
import { type BulkRow, contentBulkTables as tables } from '../../storage/bulk/bulk-table.ts';
import type { TableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import type { WxrItem, WxrPart } from '../wxr/wxr-parts.ts';
import { exportTerms, type TermsByRow } from './export-terms.ts';
import { authorFrom, commentFrom, itemFrom } from './stored-rows.ts';

/** What is exported. */
export interface ExportSource {
  readonly snapshot: TableSnapshot;
  readonly site: Pick<Site, 'url' | 'title' | 'tagline' | 'language'>;
  readonly uploadsUrl: string;
  /** The table prefix of the site. */
  readonly prefix: string;
  readonly stickyIds: ReadonlySet<number>;
  /** Only these types; by default every type that is not internal to the site. */
  readonly types?: ReadonlySet<string>;
  /** Called after every page of posts with the number of posts so far. */
  readonly progress?: (posts: number) => void;
}

/** Types of rows that a site generates for itself and can generate again. */
const housekeeping: ReadonlySet<string> = new Set(['revision', 'oembed_cache', 'customize_changeset', 'user_request']);

/** The whole site as the parts of an export file, read page by page from one snapshot of the database. */
export async function* exportWxr(source: ExportSource): AsyncGenerator<WxrPart> {
  const { site, snapshot } = source;
  yield {
    kind: 'site',
    site: {
      version: '1.2',
      title: site.title,
      description: site.tagline,
      language: site.language,
      siteUrl: site.url,
      homeUrl: site.url,
    },
  };
  const logins = new Map<number, string>();
  for (const author of await authors(source)) {
    logins.set(author.id, author.login);
    yield { kind: 'author', author };
  }
  const termsByRow: TermsByRow = new Map();
  for await (const term of exportTerms(snapshot, termsByRow)) yield { kind: 'term', term };
  let posts = 0;
  for await (const page of snapshot.rows(tables.posts)) {
    const wanted = page.filter((row) => isExported(row, source.types));
    for (const item of await items(source, wanted, { logins, termsByRow })) yield { kind: 'item', item };
    posts += wanted.length;
    source.progress?.(posts);
  }
}

function isExported(row: BulkRow, types: ReadonlySet<string> | undefined): boolean {
  const type = String(row['post_type']);
  if (row['post_status'] === 'auto-draft') return false;
  return types ? types.has(type) : !housekeeping.has(type);
}

/** Everybody who wrote a post or, with an account, a comment. */
async function authors({ snapshot, prefix }: ExportSource) {
  const writers = [
    ...(await snapshot.numbersIn(tables.posts, 'post_author')),
    ...(await snapshot.numbersIn(tables.comments, 'user_id')),
  ];
  const ids = [...new Set(writers)].filter((id) => id > 0).toSorted((a, b) => a - b);
  const found: ReturnType<typeof authorFrom>[] = [];
  for (let at = 0; at < ids.length; at += 200) {
    const some = ids.slice(at, at + 200);
    const meta = Map.groupBy(await snapshot.rowsWith(tables.usermeta, 'user_id', some), (row) => row['user_id']);
    for (const row of await snapshot.rowsWith(tables.users, 'ID', some))
      found.push(authorFrom(row, meta.get(row['ID'] ?? 0) ?? [], prefix));
  }
  return found;
}

async function items(
  source: ExportSource,
  rows: readonly BulkRow[],
  known: { readonly logins: ReadonlyMap<number, string>; readonly termsByRow: TermsByRow },
): Promise<WxrItem[]> {
  const { snapshot, site } = source;
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
      isSticky: source.stickyIds.has(id),
      attachmentUrl: row['post_type'] === 'attachment' ? addressOf(source, row, own) : '',
      terms: (held.get(id) ?? []).flatMap((one) => known.termsByRow.get(Number(one['term_taxonomy_id'])) ?? []),
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

/** A page of posts may have more comments than one query should load. */
async function metaOf(snapshot: TableSnapshot, commentIds: readonly number[]): Promise<BulkRow[]> {
  const rows: BulkRow[] = [];
  for (let at = 0; at < commentIds.length; at += 500)
    rows.push(...(await snapshot.rowsWith(tables.commentmeta, 'comment_id', commentIds.slice(at, at + 500))));
  return rows;
}

/** The URL of an attachment's file: below the uploads, or its guid where it is stored elsewhere. */
function addressOf({ uploadsUrl }: ExportSource, row: BulkRow, meta: readonly BulkRow[]): string {
  const path = meta.find((one) => one['meta_key'] === attachmentMetaKeys.file)?.['meta_value'];
  return path ? fileUrl(uploadsUrl, String(path)) : String(row['guid'] ?? '');
}
