import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { canPublishPosts } from '../../rules/capabilities.ts';
import { everything } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import { plainText } from '../../text/plain-text.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { editableItem, rememberPost } from '../posts/content-permissions.ts';
import { contentItem } from '../posts/content-routes.ts';
import { reviewErrors } from './review-errors.ts';
import { type ReviewRow, reviewsTable } from './review-table.ts';
import { mayDecide, type ReviewedItem, type ReviewWork, review, reviewActs, reviewOf } from './write-review.ts';

const path = '/platen/v1/content/{id:int}/review' as const;
const longestNote = 20_000;
const mostMine = 100;

const personSchema = json.object({ id: json.integer, name: json.string });
const reviewSchema = json.object({
  status: json.string,
  waits: json.boolean,
  requested_by: json.orNull(personSchema),
  reviewer: json.orNull(personSchema),
  requested_gmt: json.orNull(json.dateTime),
  may_decide: json.boolean,
});
const mineSchema = json.object({
  items: json.listOf(
    json.object({
      id: json.integer,
      type: json.string,
      title: json.string,
      requested_by: personSchema,
      requested_gmt: json.dateTime,
    }),
  ),
});

export interface ReviewContext extends ReviewWork {
  readonly kinds: ContentKinds;
}

/** `platen/v1/content/ID/review` and `platen/v1/reviews`: who shall decide about an item, and the decision. */
export function reviewRoutes(context: ReviewContext): RouteModule {
  return { routes: [...itemRoutes(context), mineRoute(context)] };
}

/** An item that the caller may edit. Files are published with what they belong to. */
async function reviewedItem(input: { readonly id?: number }, call: Call, kinds: ContentKinds): Promise<ReviewedItem> {
  const found = await editableItem(kinds, input, call);
  if (found.kind.type.inheritsFromParent)
    throw reviewErrors.platen_review_state({ status: found.post.status, needed: 'draft' });
  return found;
}

function itemRoutes(context: ReviewContext): Route[] {
  const permit = async (input: { readonly id?: number }, call: Call): Promise<void> => {
    call.keepPrivate();
    await reviewedItem(input, call, context.kinds);
  };
  return [
    route({
      method: 'GET',
      path,
      summary: 'Show whether an item waits for review, who asked for it, and who shall do it.',
      response: { schema: reviewSchema },
      permit,
      shareable: false,
      handle: async ({ id }, call) => reply(await shownReview(await reviewedItem({ id }, call, context.kinds), call)),
    }),
    route({
      method: 'POST',
      path,
      summary: 'Request a review, name who shall do it, approve an item, or send it back with a note.',
      response: { schema: reviewSchema },
      args: {
        act: s.string({ enum: reviewActs, required: true, description: 'What is done.' }),
        reviewer: s.integer({ minimum: 0, description: 'Who shall review it; 0 for anybody who may publish it.' }),
        note: s.string({
          default: '',
          description: 'Plain text. It becomes a note on the item, and stands in the mail.',
          check: (text: string) => (text.length > longestNote ? `At most ${longestNote} characters.` : null),
        }),
      },
      undoable: true,
      requiresLogin: true,
      scope: 'content',
      item: contentItem,
      permit,
      handle: async ({ id, act, reviewer, note }, call) => {
        const found = await reviewedItem({ id }, call, context.kinds);
        const post = await review(found, { act, reviewer, note: note.trim() }, call, context);
        return reply(await shownReview({ ...found, post: rememberPost(post, call) }, call));
      },
    }),
  ];
}

async function shownReview(item: ReviewedItem, call: Call) {
  const waits = item.post.status === 'pending';
  const row = waits ? await reviewOf(item.post.id, call) : null;
  const person = await namesOf([row?.requestedBy ?? 0, row?.reviewerId ?? 0], call);
  return {
    status: item.post.status,
    waits,
    requested_by: person(row?.requestedBy),
    reviewer: person(row?.reviewerId),
    requested_gmt: row && moment(row.requestedMs),
    may_decide: mayDecide(item, call),
  };
}

const moment = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

async function namesOf(ids: readonly number[], { store }: Call) {
  const known = [...new Set(ids)].filter((id) => id > 0);
  const users = known.length > 0 ? await store.users.byIds(known) : [];
  const names = new Map(users.map(({ id, displayName }) => [id, displayName]));
  return (id: number | undefined) => (id ? { id, name: names.get(id) ?? `#${id}` } : null);
}

function mineRoute({ kinds }: ReviewContext): Route {
  return route({
    method: 'GET',
    path: '/platen/v1/reviews',
    summary: 'List the items that wait for your review, the longest first; at most a hundred.',
    response: { schema: mineSchema },
    permit: (_input, call) => {
      call.keepPrivate();
      if (![...kinds].some(({ type }) => canPublishPosts(call.caller, type)))
        throw reviewErrors.platen_review_forbidden();
    },
    shareable: false,
    handle: async (_input, call) => {
      const waiting = await waitingFor(call, kinds);
      const person = await namesOf(
        waiting.map(({ row }) => row.requestedBy),
        call,
      );
      const items = waiting.map(({ row: { postId, requestedBy, requestedMs }, post: { type, title } }) => {
        const by = person(requestedBy) ?? { id: 0, name: '' };
        return { id: postId, type, title: plainText(title), requested_by: by, requested_gmt: moment(requestedMs) };
      });
      return reply({ items });
    },
  });
}

interface Waiting {
  readonly row: ReviewRow;
  readonly post: Post;
}

/** What waits for the caller's review, the longest first: what another program has decided about takes no place. */
async function waitingFor(call: Call, kinds: ContentKinds): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  const order = { by: 'requestedMs', direction: 'asc' } as const;
  for (let offset = 0; waiting.length < mostMine; offset += mostMine) {
    const page = { limit: mostMine, offset };
    const rows = await call.store.table(reviewsTable).find({ reviewerId: call.caller.userId }, order, page);
    waiting.push(...(await stillWaiting(rows, call, kinds)));
    if (rows.length < mostMine) break;
  }
  return waiting.slice(0, mostMine);
}

/** Those whose item waits, and that the caller may decide about. */
async function stillWaiting(rows: readonly ReviewRow[], call: Call, kinds: ContentKinds): Promise<Waiting[]> {
  if (rows.length === 0) return [];
  const posts = await call.store.posts.find(
    {
      types: [...kinds].map(({ type }) => type.name),
      visibility: everything,
      ids: rows.map(({ postId }) => postId),
      statuses: ['pending'],
    },
    { by: 'id', direction: 'asc' },
    { limit: rows.length, offset: 0 },
  );
  const found = new Map(posts.map((post) => [post.id, post]));
  return rows.flatMap((row) => {
    const post = found.get(row.postId);
    const kind = post && kinds.find(post.type);
    return post && kind && mayDecide({ kind, post }, call) ? [{ row, post }] : [];
  });
}
