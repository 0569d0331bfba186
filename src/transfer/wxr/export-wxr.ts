import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileUrl } from '../../media/files/media-path.ts';
import type { MetaDefinition } from '../../rules/meta-registry.ts';
import type { Site } from '../../rules/site.ts';
import { type BulkRow, contentBulkTables as tables } from '../../storage/bulk/bulk-table.ts';
import type { TableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import { relationKey } from '../../wp/fields/relation-index.ts';
import { createFieldReferences } from '../field-references.ts';
import {
  isPortableUserKey,
  namedUserKeys,
  type WxrAuthor,
  type WxrComment,
  type WxrItem,
  type WxrItemTerm,
  type WxrMeta,
  type WxrPart,
  type WxrTerm,
} from './wxr-parts.ts';

/** What is exported. */
export interface ExportSource {
  readonly snapshot: TableSnapshot;
  readonly site: Pick<Site, 'url' | 'title' | 'tagline' | 'language'>;
  readonly uploadsUrl: string;
  /** The table prefix of the site. */
  readonly prefix: string;
  readonly stickyIds: ReadonlySet<number>;
  /** The keys that the site declares: who is named in one is listed among the authors. */
  readonly meta: readonly MetaDefinition[];
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

/** Everybody who wrote a post or, with an account, a comment, and whom a field names. */
async function authors({ snapshot, prefix, meta: declared }: ExportSource) {
  const writers = [
    ...(await snapshot.numbersIn(tables.posts, 'post_author')),
    ...(await snapshot.numbersIn(tables.comments, 'user_id')),
    ...(await namedUsers(snapshot, declared)),
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

/** The users that values of fields lead to; the tables of values are read only where a field leads to users. */
async function namedUsers(snapshot: TableSnapshot, declared: readonly MetaDefinition[]): Promise<ReadonlySet<number>> {
  const references = createFieldReferences(declared);
  const found = new Set<number>();
  if (!references.leadsTo('users')) return found;
  for (const [object, table] of metaTables) {
    const fields = declared.filter((one) => one.object === object && one.isField);
    if (fields.length === 0) continue;
    for await (const page of snapshot.rows(table)) {
      for (const { meta_key: key, meta_value: value } of page) {
        // One name may be declared for several types.
        for (const { subtype = '' } of fields.filter((one) => one.key === key)) {
          const place = { object, subtype, key: String(key) };
          for (const id of references.idsIn(place, String(value ?? ''), 'users')) found.add(id);
        }
      }
    }
  }
  return found;
}

const metaTables = [
  ['post', tables.postmeta],
  ['term', tables.termmeta],
  ['user', tables.usermeta],
  ['comment', tables.commentmeta],
] as const;

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

/** Id of the taxonomy row → how an item refers to the term. */
export type TermsByRow = Map<number, WxrItemTerm>;

/** All terms, parents before children, since some readers of export files require that. Fills `byRow` on the way. */
export async function* exportTerms(snapshot: TableSnapshot, byRow: TermsByRow): AsyncGenerator<WxrTerm> {
  const inTaxonomy: BulkRow[] = [];
  for await (const page of snapshot.rows(tables.term_taxonomy)) inTaxonomy.push(...page);
  const names = new Map<number, BulkRow>();
  for await (const page of snapshot.rows(tables.terms)) for (const row of page) names.set(Number(row['term_id']), row);
  const whole = inTaxonomy.filter((row) => names.has(Number(row['term_id'])));
  for (const row of whole) {
    const term = names.get(Number(row['term_id']))!;
    byRow.set(Number(row['term_taxonomy_id']), {
      taxonomy: String(row['taxonomy']),
      slug: String(term['slug']),
      name: String(term['name']),
    });
  }
  const ordered = parentsFirst(whole);
  for (let at = 0; at < ordered.length; at += 200) {
    const some = ordered.slice(at, at + 200);
    const ids = some.map((row) => Number(row['term_id']));
    const meta = Map.groupBy(await snapshot.rowsWith(tables.termmeta, 'term_id', ids), (row) => row['term_id']);
    for (const row of some) {
      const id = Number(row['term_id']);
      const parentSlug = names.get(Number(row['parent']))?.['slug'] ?? '';
      yield termFrom(names.get(id)!, row, String(parentSlug), meta.get(id) ?? []);
    }
  }
}

/** Level by level; a term in a cycle, or whose parent is gone, counts as top level. */
function parentsFirst(rows: readonly BulkRow[]): BulkRow[] {
  const key = (row: BulkRow, column: 'term_id' | 'parent'): string => `${row['taxonomy']} ${row[column]}`;
  const known = new Set(rows.map((row) => key(row, 'term_id')));
  const below = Map.groupBy(rows, (row) => (known.has(key(row, 'parent')) ? key(row, 'parent') : ''));
  const ordered = [...(below.get('') ?? [])];
  for (let at = 0; at < ordered.length; at += 1) ordered.push(...(below.get(key(ordered[at]!, 'term_id')) ?? []));
  return ordered.length === rows.length ? ordered : [...new Set([...ordered, ...rows])];
}

/** Rows of the public layout, as an export file represents them. */

const text = (row: BulkRow, column: string): string => String(row[column] ?? '');
const number = (row: BulkRow, column: string): number => Number(row[column] ?? 0);

/** Fields whose keys begin with the table prefix belong to this site alone. */
export function authorFrom(row: BulkRow, meta: readonly BulkRow[], prefix: string): WxrAuthor {
  const value = (key: string): string => text(meta.find((one) => one['meta_key'] === key) ?? {}, 'meta_value');
  return {
    id: number(row, 'ID'),
    login: text(row, 'user_login'),
    email: text(row, 'user_email'),
    displayName: text(row, 'display_name'),
    firstName: value('first_name'),
    lastName: value('last_name'),
    slug: text(row, 'user_nicename'),
    url: text(row, 'user_url'),
    registered: text(row, 'user_registered'),
    meta: metaFrom(meta).filter(
      ({ key }) => isPortableUserKey(key) && !namedUserKeys.has(key) && (prefix === '' || !key.startsWith(prefix)),
    ),
  };
}

export function termFrom(row: BulkRow, inTaxonomy: BulkRow, parentSlug: string, meta: readonly BulkRow[]): WxrTerm {
  return {
    id: number(row, 'term_id'),
    taxonomy: text(inTaxonomy, 'taxonomy'),
    slug: text(row, 'slug'),
    parentSlug,
    name: text(row, 'name'),
    description: text(inTaxonomy, 'description'),
    meta: metaFrom(meta),
  };
}

export function itemFrom(
  row: BulkRow,
  more: Pick<WxrItem, 'link' | 'creator' | 'isSticky' | 'attachmentUrl' | 'terms' | 'comments'> & {
    readonly meta: readonly BulkRow[];
  },
): WxrItem {
  return {
    ...more,
    id: number(row, 'ID'),
    type: text(row, 'post_type'),
    title: text(row, 'post_title'),
    guid: text(row, 'guid'),
    content: text(row, 'post_content'),
    excerpt: text(row, 'post_excerpt'),
    date: text(row, 'post_date'),
    dateGmt: text(row, 'post_date_gmt'),
    modified: text(row, 'post_modified'),
    modifiedGmt: text(row, 'post_modified_gmt'),
    commentStatus: text(row, 'comment_status'),
    pingStatus: text(row, 'ping_status'),
    slug: text(row, 'post_name'),
    status: text(row, 'post_status'),
    parentId: number(row, 'post_parent'),
    menuOrder: number(row, 'menu_order'),
    password: text(row, 'post_password'),
    mimeType: text(row, 'post_mime_type'),
    toPing: text(row, 'to_ping'),
    pinged: text(row, 'pinged'),
    contentFiltered: text(row, 'post_content_filtered'),
    meta: metaFrom(more.meta),
  };
}

export function commentFrom(row: BulkRow, meta: readonly BulkRow[]): WxrComment {
  return {
    id: number(row, 'comment_ID'),
    authorName: text(row, 'comment_author'),
    authorEmail: text(row, 'comment_author_email'),
    authorUrl: text(row, 'comment_author_url'),
    authorIp: text(row, 'comment_author_IP'),
    date: text(row, 'comment_date'),
    dateGmt: text(row, 'comment_date_gmt'),
    content: text(row, 'comment_content'),
    approved: text(row, 'comment_approved'),
    type: text(row, 'comment_type'),
    parentId: number(row, 'comment_parent'),
    userId: number(row, 'user_id'),
    agent: text(row, 'comment_agent'),
    karma: number(row, 'comment_karma'),
    meta: metaFrom(meta),
  };
}

function metaFrom(rows: readonly BulkRow[]): WxrMeta[] {
  return (
    rows
      .map((row) => ({ key: text(row, 'meta_key'), value: text(row, 'meta_value') }))
      // What fields lead to is found again where they come in.
      .filter(({ key }) => key !== '' && key !== relationKey)
  );
}
