import { contextArgument } from '../../api/resource/context.ts';
import { cursorArgument } from '../../api/resource/list-cursor.ts';
import { type InputOf, s } from '../../lib/schema/schema.ts';
import { keyOf, plainText } from '../../text/plain-text.ts';
import { acfArguments } from '../fields/acf-member.ts';
import type { ContentKind } from './content-kind.ts';
import type { ContentView } from './content-view.ts';
import { postFormats } from './fields/extra-fields.ts';
import { metaOrderName } from './where/meta-keys.ts';

/** The typed input of a list; arguments that the kind does not have are undefined. */
export type ContentListInput = InputOf<ReturnType<typeof contentListArguments>>;

/** More than fits in a URL; a longer list, sent in a body, would exceed the limits of a database query. */
const mostItems = 3000;
const isBounded = (list: readonly unknown[]): string | null =>
  list.length > mostItems ? `A list has at most ${mostItems} items.` : null;
export const ids = (description: string) =>
  s.array(s.integer({ absolute: true }), { default: [], pass: 2, description, check: isBounded });
export const moment = (description: string) => s.string({ format: 'date-time', pass: 2, description });

/** The arguments of a list of this kind. */
export function contentListArguments({ kind, variant, acfMember }: ContentView, statuses: readonly string[]) {
  const isNested = kind.type.hierarchical || kind.type.inheritsFromParent;
  const isOrdered = kind.supports('page-attributes');
  const orders = [...variant.content.postOrders, ...(isOrdered ? ['menu_order'] : [])];
  return {
    context: contextArgument,
    ...cursorArgument,
    ...whereArgument,
    page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
    per_page: s.integer({ default: 10, minimum: 1, maximum: 100, description: 'Items per page.' }),
    search: s.string({ clean: plainText, description: 'Limit to items that contain these words.' }),
    after: moment('Limit to items published after this date.'),
    ...(kind.supports('author')
      ? { author: ids('Limit to items of these authors.'), author_exclude: ids('Exclude items of these authors.') }
      : {}),
    before: moment('Limit to items published before this date.'),
    ...(variant.content.fullListFilters
      ? {
          modified_after: moment('Limit to items changed after this date.'),
          modified_before: moment('Limit to items changed before this date.'),
        }
      : {}),
    exclude: ids('Exclude these ids.'),
    include: ids('Limit to these ids.'),
    ...(isOrdered
      ? { menu_order: s.integer({ absolute: true, pass: 2, description: 'Limit to items with this position.' }) }
      : {}),
    offset: s.integer({ absolute: true, pass: 2, description: 'How many items to skip; replaces page.' }),
    order: s.string({ enum: ['asc', 'desc'], default: 'desc', pass: 2, description: 'Sort direction.' }),
    orderby: s.string({
      enum: orders,
      alsoMatches: metaOrderName,
      default: 'date',
      pass: 2,
      description: 'Sort by this field.',
    }),
    ...(isNested
      ? { parent: ids('Limit to items with these parents.'), parent_exclude: ids('Exclude items with these parents.') }
      : {}),
    slug: s.stringOrList({
      pass: 2,
      description: 'Limit to these slugs.',
      check: (value: string | readonly string[]) => isBounded(slugList(value)),
    }),
    status: s.array(statusItem(statuses, variant), {
      default: kind.type.openStatus,
      pass: 2,
      description: 'Limit to these statuses; statuses other than the default need permission.',
    }),
    ...(variant.content.fullListFilters ? searchArguments : {}),
    ...(variant.content.fullListFilters ? termQueryArguments(kind) : termArguments(kind)),
    ...(variant.content.fullListFilters && kind.type.sticky ? ignoreSticky : {}),
    ...(variant.content.fullListFilters && kind.supports('post-formats') ? formatArgument : {}),
    ...acfArguments(acfMember),
    ...(kind.type.sticky
      ? { sticky: s.boolean({ pass: 2, description: 'Limit to sticky posts (true) or to all others (false).' }) }
      : {}),
  };
}

/** Where every state is judged by who asks, an unknown one is too. */
const statusItem = (statuses: readonly string[], { content }: ContentView['variant']) =>
  content.fullListFilters
    ? s.string({ clean: keyOf, published: { enum: statuses } })
    : s.string({ enum: statuses, clean: keyOf });

/** Slugs as a list, or as text separated by commas and spaces. */
export function slugList(sent: string | readonly string[]): readonly string[] {
  return typeof sent === 'string' ? sent.split(/[\s,]+/, mostItems + 1) : sent;
}

/** How a search compares, and with what. */
export const searchArguments = {
  search_columns: s.array(s.string({ enum: ['post_title', 'post_content', 'post_excerpt'] }), {
    default: [],
    pass: 2,
    description: 'Search in these columns only.',
  }),
  search_semantics: s.string({
    enum: ['exact'],
    pass: 2,
    description: 'exact: a word must be all that a column holds.',
  }),
};

const ignoreSticky = {
  ignore_sticky: s.boolean({
    default: true,
    pass: 2,
    description: 'Whether sticky posts keep their place in the order.',
  }),
};

const formatArgument = {
  format: s.array(s.string({ enum: postFormats }), {
    pass: 2,
    description: 'Limit to posts with these formats.',
    published: { uniqueItems: true },
  }),
};

const idList = { title: 'Ids', type: 'array', items: { type: 'integer' } };
const queryObject = (members: object) => ({
  title: 'Query',
  type: 'object',
  properties: { terms: { type: 'array', items: { type: 'integer' }, default: [] }, ...members },
  additionalProperties: false,
});
const children = { include_children: { type: 'boolean', default: false } };
const operator = { operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' } };

/** Terms by ids, or by an object that says whether all of them must hold and whether those below count. */
function termQueryArguments(kind: ContentKind) {
  if (kind.taxonomies.length === 0) return {};
  const query = (description: string, members: object) =>
    s.termQuery({
      pass: 2,
      description,
      published: { type: ['object', 'array'], oneOf: [idList, queryObject(members)] },
    });
  const relation = s.string({
    enum: ['AND', 'OR'],
    pass: 2,
    description: 'Whether the terms of all taxonomies must match, or those of one.',
  });
  return {
    tax_relation: relation,
    ...Object.fromEntries(
      kind.taxonomies.flatMap(({ restBase, labels, hierarchical }) => {
        const below = hierarchical ? children : {};
        const name = labels.name.toLowerCase();
        return [
          [restBase, query(`Limit to items with these ${name}.`, { ...below, ...operator })],
          [`${restBase}_exclude`, query(`Exclude items with one of these ${name}.`, below)],
        ];
      }),
    ),
  };
}

function termArguments(kind: ContentKind) {
  const terms = (description: string) => s.array(s.integer(), { default: [], pass: 2, description, check: isBounded });
  return Object.fromEntries(
    kind.taxonomies.flatMap(({ restBase, labels }) => [
      [restBase, terms(`Limit to items with one of these ${labels.name.toLowerCase()}.`)],
      [`${restBase}_exclude`, terms(`Exclude items with one of these ${labels.name.toLowerCase()}.`)],
    ]),
  );
}

/** An expression takes part in one URL, and is taken apart in one go. */
const longestWhere = 8_000;

const where = {
  description: 'A condition as JSON: and, or, not over fields, terms, dates, meta and text.',
  check: (text: string) => (text.length > longestWhere ? `where has at most ${longestWhere} characters.` : null),
};

/** Accepted by every list of content, and not announced. */
export const whereArgument = { where: s.string({ ...where, unlisted: true }) };

/** The same on routes of our own, where it is announced. */
export const ownWhereArgument = { where: s.string(where) };

const mostWords = 9;

export interface SearchWords {
  /** Words and phrases that must each occur. */
  readonly wanted: readonly string[];
  /** Words that must not. */
  readonly unwanted: readonly string[];
}

/**
 * Parses a search: words, phrases in double quotes, and words excluded by a leading dash. A search of very many words
 * is treated as one phrase, so that its cost stays bounded.
 */
export function searchWords(text: string): SearchWords {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [found] of text.matchAll(/"[^"]*"?|[^\s",+]+/g)) {
    const isPhrase = found.startsWith('"');
    const word = isPhrase ? found.replaceAll('"', '').trim() : found;
    if (!isPhrase && word.length > 1 && word.startsWith('-')) unwanted.push(word.slice(1));
    else if (word !== '') wanted.push(word);
  }
  if (wanted.length + unwanted.length > mostWords) return { wanted: [text.trim()], unwanted: [] };
  return { wanted, unwanted };
}
