import { fold } from '../../../src/rules/fold.ts';
import type { Row, Tables } from '../site/tables.ts';
import { idsIn } from '../site/words.ts';

export interface PostRow {
  readonly id: number;
  readonly author: number;
  readonly date: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  readonly type: string;
  readonly password: string;
  readonly parent: number;
  readonly menuOrder: number;
  /** The state before the trash, where it was noted; else that it has. */
  readonly formerStatus: string;
  /** Without case and accents. */
  readonly folded: Readonly<Record<'title' | 'excerpt' | 'content' | 'slug', string>>;
  readonly terms: readonly TermRow[];
}

export interface TermRow {
  readonly id: number;
  readonly rowId: number;
  readonly taxonomy: string;
  readonly name: string;
  readonly slug: string;
  readonly parent: number;
  /** As it is stored. */
  readonly count: number;
}

export interface CommentRow {
  readonly id: number;
  readonly postId: number;
  readonly date: string;
  readonly approved: string;
  readonly type: string;
  readonly parent: number;
  readonly user: number;
  readonly shown: readonly string[];
  /** What only moderators search. */
  readonly details: readonly string[];
}

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly searched: readonly string[];
  readonly email: string;
}

/** Every row of the tables at one moment at which nobody writes. */
export interface Rows {
  readonly posts: readonly PostRow[];
  readonly postsById: ReadonlyMap<number, PostRow>;
  readonly terms: readonly TermRow[];
  readonly comments: readonly CommentRow[];
  readonly users: readonly UserRow[];
  readonly sticky: readonly number[];
}

export async function readRows(tables: Tables): Promise<Rows> {
  const terms = (
    await tables.all(
      'select t.term_id, x.term_taxonomy_id, taxonomy, name, slug, parent, count from wp_terms as t join wp_term_taxonomy as x on x.term_id = t.term_id',
    )
  ).map(termOf);
  const byRow = new Map(terms.map((term) => [term.rowId, term]));
  const assigned = Map.groupBy(
    await tables.all('select object_id, term_taxonomy_id from wp_term_relationships'),
    (row) => number(row, 'object_id'),
  );
  const termsOf = (id: number): TermRow[] =>
    (assigned.get(id) ?? []).flatMap((row) => byRow.get(number(row, 'term_taxonomy_id')) ?? []);
  const notes = await tables.all(
    "select post_id, meta_value from wp_postmeta where meta_key = '_wp_trash_meta_status'",
  );
  const former = new Map(notes.map((row) => [number(row, 'post_id'), text(row, 'meta_value')]));
  const posts = (await tables.all('select * from wp_posts')).map((row) => postOf(row, termsOf, former));
  const [sticky] = await tables.all("select option_value as ids from wp_options where option_name = 'sticky_posts'");
  return {
    posts,
    postsById: new Map(posts.map((post) => [post.id, post])),
    terms,
    comments: (await tables.all('select * from wp_comments')).map(commentOf),
    users: (await tables.all('select * from wp_users')).map(userOf),
    sticky: sticky ? idsIn(text(sticky, 'ids')) : [],
  };
}

/** Texts are the same in most snapshots. */
const folds = new Map<string, string>();
function folded(text: string): string {
  const known = folds.get(text);
  if (known !== undefined) return known;
  const made = fold(text);
  folds.set(text, made);
  return made;
}

const number = (row: Row, name: string): number => Number(row[name]);
const text = (row: Row, name: string): string => String(row[name]);

/** Searches do not look at the comments that blocks are written with. */
const withoutBlockComments = (content: string): string => content.replace(/<!--\s+\/?wp:[\s\S]*?-->/g, '');

function postOf(row: Row, termsOf: (id: number) => TermRow[], former: ReadonlyMap<number, string>): PostRow {
  const id = number(row, 'ID');
  const status = text(row, 'post_status');
  const title = text(row, 'post_title');
  const slug = text(row, 'post_name');
  return {
    id,
    title,
    slug,
    author: number(row, 'post_author'),
    date: text(row, 'post_date'),
    modified: text(row, 'post_modified'),
    modifiedGmt: text(row, 'post_modified_gmt'),
    status,
    type: text(row, 'post_type'),
    password: text(row, 'post_password'),
    parent: number(row, 'post_parent'),
    menuOrder: number(row, 'menu_order'),
    formerStatus: status === 'trash' ? (former.get(id) ?? status) : status,
    folded: {
      title: folded(title),
      excerpt: folded(text(row, 'post_excerpt')),
      content: folded(withoutBlockComments(text(row, 'post_content'))),
      slug: folded(slug),
    },
    terms: termsOf(id),
  };
}

const termOf = (row: Row): TermRow => ({
  id: number(row, 'term_id'),
  rowId: number(row, 'term_taxonomy_id'),
  taxonomy: text(row, 'taxonomy'),
  name: text(row, 'name'),
  slug: text(row, 'slug'),
  parent: number(row, 'parent'),
  count: number(row, 'count'),
});

const commentOf = (row: Row): CommentRow => ({
  id: number(row, 'comment_ID'),
  postId: number(row, 'comment_post_ID'),
  date: text(row, 'comment_date_gmt'),
  approved: text(row, 'comment_approved'),
  type: text(row, 'comment_type'),
  parent: number(row, 'comment_parent'),
  user: number(row, 'user_id'),
  shown: ['comment_author', 'comment_author_url', 'comment_content'].map((name) => folded(text(row, name))),
  details: ['comment_author_email', 'comment_author_IP'].map((name) => folded(text(row, name))),
});

const userOf = (row: Row): UserRow => ({
  id: number(row, 'ID'),
  name: text(row, 'display_name'),
  slug: text(row, 'user_nicename'),
  searched: ['user_login', 'user_url', 'user_nicename', 'display_name'].map((name) => folded(text(row, name))),
  email: folded(text(row, 'user_email')),
});
