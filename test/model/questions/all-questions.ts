import type { PostOrder } from '../naive/posts.ts';
import {
  childCounts,
  commentList,
  contentCounts,
  contentList,
  rankedSearch,
  siteSearch,
  termItem,
  termList,
  userList,
} from './other-questions.ts';
import { archivePage, feed, type PageAsking, sitemapIndexQuestion, sitemapQuestion } from './page-questions.ts';
import {
  cursorList,
  deepList,
  filteredList,
  filterNames,
  itemQuestion,
  offsetList,
  orderedList,
  searchKinds,
  searchList,
} from './post-questions.ts';
import type { Question } from './question.ts';

const orders: readonly PostOrder[] = [
  ...(['date', 'modified', 'title', 'slug', 'id', 'author', 'include', 'menu_order', 'relevance', 'parent'] as const),
];

/** Each with how often it is asked while a list in every order, with every filter and a search of every kind is asked for once. */
const others: readonly [number, (asking: PageAsking) => Question][] = [
  [6, deepList],
  [3, offsetList],
  [3, itemQuestion],
  [2, cursorList],
  [3, termList],
  [3, termItem],
  [4, commentList],
  [2, userList],
  [3, siteSearch],
  [2, rankedSearch],
  [3, contentList],
  [3, contentCounts],
  [2, childCounts],
  [4, feed],
  [1, sitemapIndexQuestion],
  [2, sitemapQuestion],
  [4, archivePage],
];

/** Questions of every kind. */
export function someQuestions(asking: PageAsking): Question[] {
  return [
    ...orders.map((order) => orderedList(asking, order)),
    ...filterNames.map((name) => filteredList(asking, name)),
    ...searchKinds.map((kind) => searchList(asking, kind)),
    ...others.flatMap(([count, make]) => Array.from({ length: count }, () => make(asking))),
  ];
}
