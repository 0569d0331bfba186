import type { Call } from '../../api/call.ts';
import { isReadMethod } from '../../api/request.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { cursorArgument } from '../../api/resource/list-cursor.ts';
import { type InputOf, s } from '../../lib/schema/schema.ts';
import type { CommentVisibility } from '../../rules/visibility.ts';
import type { CommentFilter, CommentOrder } from '../../storage/store.ts';
import { keyOf, plainText } from '../../text/plain-text.ts';
import { readLimit } from '../posts/operations/post-draft.ts';
import { commentErrors } from './comment-errors.ts';

const ids = s.integer({ absolute: true });

export const passwordArgument = s.string({ description: 'Password of the post, where it has one.' });

/** An empty value asks for nothing that needs permission. */
const unlessEmpty = (counted: string | readonly number[]) => (sent: unknown) => (sent === '' ? undefined : counted);

const laterPassword: typeof passwordArgument = { ...passwordArgument, pass: 2 };

/** The parameters of the list of comments. */
export const commentListArguments = {
  context: contextArgument,
  ...cursorArgument,
  page: s.integer({ description: 'Page of the list.', default: 1, minimum: 1 }),
  per_page: s.integer({ description: 'Comments per page.', default: 10, minimum: 1, maximum: 100 }),
  search: s.string({ clean: plainText, description: 'Limit to comments that contain this text.' }),
  after: s.string({ description: 'Limit to comments written after this time.', format: 'date-time', pass: 2 }),
  author: s.array(ids, {
    description: 'Limit to comments of these users. Needs permission.',
    pass: 2,
    whenInvalid: unlessEmpty([0]),
  }),
  author_exclude: s.array(ids, {
    description: 'Exclude comments of these users. Needs permission.',
    pass: 2,
    whenInvalid: unlessEmpty([0]),
  }),
  author_email: s.string({
    description: 'Limit to comments from this e-mail address. Needs permission.',
    format: 'email',
    pass: 2,
    whenInvalid: unlessEmpty(''),
    published: { default: null },
  }),
  before: s.string({ description: 'Limit to comments written before this time.', format: 'date-time', pass: 2 }),
  exclude: s.array(ids, { description: 'Exclude these ids.', default: [], pass: 2 }),
  include: s.array(ids, { description: 'Limit to these ids.', default: [], pass: 2 }),
  offset: s.integer({ description: 'How many comments to skip.', absolute: true, pass: 2 }),
  order: s.string({ description: 'Sort direction.', enum: ['asc', 'desc'], default: 'desc', pass: 2 }),
  orderby: s.string({
    description: 'Sort by this field.',
    enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'],
    default: 'date_gmt',
    pass: 2,
  }),
  parent: s.array(ids, { description: 'Limit to comments with these parents.', default: [], pass: 2 }),
  parent_exclude: s.array(ids, { description: 'Exclude comments with these parents.', default: [], pass: 2 }),
  post: s.array(ids, { description: 'Limit to comments on these posts.', default: [], pass: 2 }),
  status: s.string({
    description: 'Limit to comments with this status. Needs permission.',
    default: 'approve',
    pass: 2,
    clean: keyOf,
  }),
  type: s.string({
    description: 'Limit to comments of this type. Needs permission.',
    default: 'comment',
    pass: 2,
    clean: keyOf,
  }),
  password: laterPassword,
};

export type CommentListInput = InputOf<typeof commentListArguments>;

/** Refuses filters that would reveal more than the list shows, unless the caller can edit posts. */
export function permitFilters(input: Partial<CommentListInput>, { caller, request }: Call): void {
  if (caller.can('edit_posts')) return;
  // While `Allow` is computed for another method, the defaults are missing and the list counts as forbidden.
  const asked = isReadMethod(request.method);
  const forbidden = [
    ...(['author', 'author_exclude'] as const).filter((name) => input[name]?.length),
    ...(input.author_email === undefined ? [] : ['author_email']),
    ...(asked && input.status === 'approve' ? [] : ['status']),
    ...(asked && input.type === 'comment' ? [] : ['type']),
  ];
  if (forbidden.length > 0) throw commentErrors.rest_forbidden_param({ params: forbidden });
}

export function commentFilter(
  input: CommentListInput,
  visibility: CommentVisibility,
  { site, caller }: Call,
): CommentFilter {
  const gmt = (text: string | undefined) => (text === undefined ? null : readLimit(text, site.zone)?.gmt);
  const [after, before] = [gmt(input.after), gmt(input.before)];
  const [approved, types] = [statesOf(input.status), typesOf(input.type)];
  return {
    visibility,
    ...(input.include.length > 0 ? { ids: input.include } : {}),
    ...(input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...(input.post.length > 0 ? { postIds: input.post } : {}),
    ...(input.parent.length > 0 ? { parentIds: input.parent } : {}),
    ...(input.parent_exclude.length > 0 ? { notParentIds: input.parent_exclude } : {}),
    ...(input.author?.length ? { userIds: input.author } : {}),
    ...(input.author_exclude?.length ? { notUserIds: input.author_exclude } : {}),
    ...(input.author_email === undefined ? {} : { authorEmail: input.author_email }),
    ...(approved ? { approved } : {}),
    ...(types ? { types } : {}),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    ...(input.search ? { search: { text: input.search, details: caller.can('moderate_comments') } } : {}),
  };
}

/** Values of `status` and the stored statuses they match; any other value matches itself. */
const states: Readonly<Record<string, readonly string[] | null>> = {
  approve: ['1'],
  approved: ['1'],
  hold: ['0'],
  all: ['0', '1'],
  '': ['0', '1'],
  any: null,
};

function statesOf(status: string): readonly string[] | null {
  return Object.hasOwn(states, status) ? (states[status] ?? null) : [status];
}

/** Values of `type`. Plain comments are stored with an empty type, or with `comment` by newer versions. */
const kinds: Readonly<Record<string, readonly string[] | null>> = {
  comment: ['comment', ''],
  pings: ['pingback', 'trackback'],
  all: null,
  '': null,
};

function typesOf(type: string): readonly string[] | null {
  return Object.hasOwn(kinds, type) ? (kinds[type] ?? null) : [type];
}

const orders: Readonly<Record<string, CommentOrder['by']>> = {
  date: 'date',
  date_gmt: 'dateGmt',
  id: 'id',
  post: 'post',
  parent: 'parent',
  type: 'type',
};

export function commentOrder(input: CommentListInput): CommentOrder {
  const direction = input.order === 'asc' ? 'asc' : 'desc';
  // The order of the requested ids cannot be reversed.
  if (input.orderby === 'include' && input.include.length > 0) return { by: 'include', direction: 'asc' };
  return { by: orders[input.orderby] ?? 'dateGmt', direction };
}
