import type { PostRow, TermRow } from '../naive/rows.ts';
import type { Caller } from '../site/open-site.ts';
import { commentsQuestion, contentCounts, termItemOf, termsQuestion, userList } from './other-questions.ts';
import { archiveOf, commentFeed, feedOf, listOfTerm, type PageAsking, sitemapQuestion } from './page-questions.ts';
import { itemOf, listQuestion } from './post-questions.ts';
import type { Question } from './question.ts';

const callerNamed = ({ callers }: PageAsking, name: Caller['name']): Caller =>
  callers.find((caller) => caller.name === name) as Caller;

const beginning = { base: 'posts', orderby: 'date', order: 'desc', perPage: 10 } as const;
const allComments = { orderby: 'date_gmt', order: 'desc', perPage: 10 } as const;

/** Where a post shows. */
export function aboutPost(asking: PageAsking, post: PostRow): Question[] {
  const { random, style } = asking;
  const [visitor, admin] = [callerNamed(asking, 'visitor'), callerNamed(asking, 'admin')];
  const list = (args: object, caller = visitor) => listQuestion({ ...beginning, ...args }, caller, ['list'], false);
  const terms = post.terms.slice(0, 2);
  const [word = 'stone'] = post.title.split(' ');
  return [
    itemOf(post, visitor, false),
    itemOf(post, random.pick(asking.callers), true),
    list({ include: [post.id] }),
    list({ author: [post.author] }),
    list({ author: [post.author], status: ['any'], orderby: 'modified' }, admin),
    list({ slug: [post.slug || 'none'] }),
    list({ sticky: true }),
    list({ before: `${post.date.replace(' ', 'T').slice(0, 18)}1`, orderby: 'date' }),
    list({ search: word.replace(/[",+-]/g, '') || 'stone', orderby: 'relevance' }),
    ...terms.flatMap((term) => [
      termItemOf(term, visitor),
      list({ [term.taxonomy === 'category' ? 'categories' : 'tags']: [term.id] }),
      archiveOf(asking, listOfTerm(term, style), 1),
      feedOf(asking, listOfTerm(term, style), 'rss2'),
    ]),
    termsQuestion({ taxonomy: 'category', orderby: 'name', order: 'asc', perPage: 10, post: post.id }, admin),
    commentsQuestion({ ...allComments, post: [post.id] }, visitor),
    commentsQuestion({ ...allComments, post: [post.id], status: 'all' }, admin),
    commentFeed(asking, post.id, 'rss2'),
    archiveOf(asking, { kind: 'home' }, 1),
    archiveOf(asking, { kind: 'author', id: post.author }, 1),
    archiveOf(asking, { kind: 'date', period: post.date.slice(0, 7) }, 1),
    feedOf(asking, { kind: 'home' }, 'json'),
    contentCounts(asking),
    sitemapQuestion(asking),
    userList(asking),
  ];
}

/** Where a term shows. */
export function aboutTerm(asking: PageAsking, term: TermRow): Question[] {
  const visitor = callerNamed(asking, 'visitor');
  const taxonomy = term.taxonomy === 'category' ? 'category' : 'post_tag';
  const own = asking.rows.posts.filter(({ terms }) => terms.includes(term)).slice(0, 2);
  const name = taxonomy === 'category' ? 'categories' : 'tags';
  return [
    termItemOf(term, visitor),
    termsQuestion({ taxonomy, orderby: 'name', order: 'asc', perPage: 20, page: 2 }, visitor),
    termsQuestion({ taxonomy, orderby: 'count', order: 'desc', perPage: 20, hide_empty: true }, visitor),
    listQuestion({ ...beginning, [name]: [term.id] }, visitor, ['list'], true),
    listQuestion({ ...beginning, [`${name}_exclude`]: [term.id], page: 30 }, visitor, ['list'], true),
    archiveOf(asking, listOfTerm(term, asking.style), 1),
    ...own.map((post) => itemOf(post, visitor, false)),
    contentCounts(asking),
    sitemapQuestion(asking),
  ];
}

/** Where the people show. */
export function aboutPeople(asking: PageAsking): Question[] {
  const author = asking.random.pick(asking.rows.users).id;
  const visitor = callerNamed(asking, 'visitor');
  return [
    ...Array.from({ length: 5 }, () => userList(asking)),
    listQuestion({ ...beginning, author: [author] }, visitor, ['list'], false),
    listQuestion({ ...beginning, orderby: 'author', page: 12 }, visitor, ['list'], false),
    archiveOf(asking, { kind: 'author', id: author }, 1),
  ];
}
