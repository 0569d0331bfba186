import { fold } from '../../src/rules/fold.ts';
import { sees, type VisibilitySubject } from '../../src/rules/visibility.ts';
import type { Post } from '../../src/storage/rows.ts';
import type { PostFilter, PostOrder, TermGroup } from '../../src/storage/store.ts';

/** What the store must answer, said as plainly as possible: every row is looked at. */
export interface PostModel {
  readonly posts: readonly Post[];
  /** Post id → the ids of its terms, by taxonomy. */
  readonly terms: ReadonlyMap<number, Readonly<Record<string, readonly number[]>>>;
}

export function modelFind(model: PostModel, filter: PostFilter, order: PostOrder): Post[] {
  return model.posts.filter((post) => matches(model, filter, post)).sort(compare(filter, order));
}

function matches(model: PostModel, filter: PostFilter, post: Post): boolean {
  const within = <T>(list: readonly T[] | undefined, value: T): boolean => !list || list.includes(value);
  const without = <T>(list: readonly T[] | undefined, value: T): boolean => !list?.includes(value);
  const holds = (group: TermGroup): boolean =>
    group.termIds.some((id) => model.terms.get(post.id)?.[group.taxonomy]?.includes(id) ?? false);
  return (
    sees(filter.visibility, subject(model, post)) &&
    within(filter.types, post.type) &&
    within(filter.statuses, post.status) &&
    within(filter.ids, post.id) &&
    without(filter.notIds, post.id) &&
    within(filter.authorIds, post.authorId) &&
    without(filter.notAuthorIds, post.authorId) &&
    within(filter.slugs?.map(fold), fold(post.slug)) &&
    within(filter.parentIds, post.parentId) &&
    without(filter.notParentIds, post.parentId) &&
    (filter.menuOrder === undefined || filter.menuOrder === post.menuOrder) &&
    (filter.after === undefined || post.date > filter.after) &&
    (filter.before === undefined || post.date < filter.before) &&
    (!filter.withoutPassword || post.password === '') &&
    (filter.mimeTypes === undefined || filter.mimeTypes.some((type) => isOfType(post.mimeType, type))) &&
    (filter.search ?? []).every((word) => contains(post, word)) &&
    !(filter.notSearch ?? []).some((word) => contains(post, word)) &&
    (filter.withTerms ?? []).every(holds) &&
    !(filter.withoutTerms ?? []).some(holds)
  );
}

const isOfType = (mime: string, type: string): boolean =>
  type.endsWith('/*') ? mime.startsWith(type.slice(0, -1)) : mime === type;

const contains = (post: Post, word: string): boolean =>
  [post.title, post.excerpt, post.content].some((text) => fold(text).includes(fold(word)));

/** The parent is looked up when it is asked for: posts may hang on each other in a circle. */
function subject(model: PostModel, post: Post): VisibilitySubject {
  const { type, status, authorId } = post;
  return {
    type,
    status,
    authorId,
    get parent() {
      const parent = model.posts.find((other) => other.id === post.parentId);
      return parent ? subject(model, parent) : null;
    },
  };
}

function compare(filter: PostFilter, { by, direction }: PostOrder): (a: Post, b: Post) => number {
  const sign = direction === 'asc' ? 1 : -1;
  if (by === 'include') return (a, b) => filter.ids!.indexOf(a.id) - filter.ids!.indexOf(b.id);
  const key = (post: Post): string | number => {
    if (by === 'title' || by === 'slug') return fold(post[by]);
    if (by === 'author' || by === 'parent') return post[`${by}Id`];
    return post[by as 'date' | 'modified' | 'id' | 'menuOrder'];
  };
  return (a, b) => {
    const [first, second] = [key(a), key(b)];
    return sign * (first === second ? a.id - b.id : first < second ? -1 : 1);
  };
}
