import type { Call } from '../api/call.ts';
import { reply } from '../api/reply.ts';
import { pagingReply } from '../api/resource/list-page.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { type Route, route, writing } from '../api/routing/route.ts';
import { errors } from '../lib/errors.ts';
import { json } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import type { Condition } from '../storage/store.ts';
import { acceptPending } from './decide.ts';
import { editPending } from './edit-pending.ts';
import {
  decidedChanges,
  isAuthor,
  ownChanges,
  permitDeciding,
  permitSeeing,
  refuseLimited,
  rowAt,
  shownAt,
} from './pending-access.ts';
import { baseArgument, check, fieldsArgument, pendingItem as item, versionArgument } from './pending-arguments.ts';
import { lockedPending, lockPending } from './pending-lock.ts';
import { notPlanned, type PendingRow, pendingStates, pendingTable } from './pending-table.ts';
import { saveRoute, timeRoutes } from './plan-routes.ts';
import { type PendingContext, pendingPath as path, recordPending } from './propose.ts';
import { pendingSchema, shownPending } from './shown-pending.ts';

const mostComments = 200;

/** `platen/v1/pending-changes`: what was proposed, and what became of it. Visitors see nothing of it. */
export function pendingRoutes(context: PendingContext): RouteModule {
  return {
    routes: [
      listRoute(),
      saveRoute(context),
      showRoute(),
      ...authorRoutes(context),
      ...deciderRoutes(context),
      ...timeRoutes(context),
    ],
  };
}

function listRoute(): Route {
  return route({
    method: 'GET',
    path,
    summary: 'List pending changes: your own, or those that you may decide about; newest first.',
    args: {
      page: s.integer({ description: 'Page of the list.', minimum: 1, default: 1 }),
      per_page: s.integer({ description: 'Changes per page.', minimum: 1, maximum: 100, default: 20 }),
      view: s.string({
        enum: ['decide', 'mine'],
        default: 'decide',
        description: 'Those that you may decide about, or those of your own account.',
      }),
      state: s.array(s.string({ enum: pendingStates }), { description: 'Limit to these states.' }),
      by: s.string({
        enum: ['people', 'programs'],
        description: 'Limit to what people saved, or to what programs proposed.',
      }),
      type: s.string({ description: 'Limit to one collection, such as posts.' }),
      item: s.integer({ description: 'Limit to one item of that collection.', minimum: 1 }),
    },
    permit: (_input, call) => {
      call.keepPrivate();
      if (call.caller.userId === 0) throw errors.rest_not_logged_in();
    },
    response: { schema: json.listOf(pendingSchema) },
    shareable: false,
    handle: async (input, call) => {
      const { page, per_page: perPage } = input;
      const { rows, total } = await pageOf(input, call);
      const paging = pagingReply({ total, perPage, page, path, input }, call);
      return reply(await shownPending(rows, call), paging);
    },
  });
}

interface ListInput {
  readonly page: number;
  readonly per_page: number;
  readonly view: string;
  readonly state?: readonly PendingRow['state'][] | undefined;
  readonly by?: string | undefined;
  readonly type?: string | undefined;
  readonly item?: number | undefined;
}

/** A page of the list, and how many there are. */
async function pageOf(input: ListInput, call: Call): Promise<{ readonly rows: PendingRow[]; readonly total: number }> {
  const table = call.store.table(pendingTable);
  const [where, also] = listedFor(input, call);
  const newest = { by: 'id', direction: 'desc' } as const;
  const { page, per_page: limit } = input;
  const offset = (page - 1) * limit;
  const count = await table.count(where);
  if (also === undefined) return { rows: await table.find(where, newest, { limit, offset }), total: count };
  // Those of the own items and those that a capability shows overlap.
  const total = count + (await table.count(also)) - (await table.count({ ...where, ...also }));
  const first = { limit: offset + limit, offset: 0 };
  const found = [...(await table.find(where, newest, first)), ...(await table.find(also, newest, first))];
  const once = [...new Map(found.map((row) => [row.id, row])).values()].sort((one, other) => other.id - one.id);
  return { rows: once.slice(offset, offset + limit), total };
}

type Where = Condition<PendingRow>;

/** What is listed: what one condition or the other holds for. */
function listedFor({ view, state, by, type, item: itemId }: ListInput, call: Call): readonly [Where, Where?] {
  const limits = {
    ...(state && state.length > 0 ? { state: { in: state } } : {}),
    // A person's change names no credential; the kind of any other has a hyphen.
    ...(by === undefined ? {} : { credential: by === 'people' ? '' : { contains: '-' } }),
    ...(type === undefined ? {} : { type }),
    ...(itemId === undefined ? {} : { itemId }),
  };
  if (view === 'mine') return [{ ...limits, ...ownChanges(call) }];
  const [held, owned] = decidedChanges(call);
  return owned
    ? [
        { ...limits, ...held },
        { ...limits, ...owned },
      ]
    : [{ ...limits, ...held }];
}

function showRoute(): Route {
  return route({
    method: 'GET',
    path: item,
    summary: 'Show a pending change, and what became of it.',
    permit: async (input, call) => {
      await permitSeeing(input, call);
    },
    response: { schema: pendingSchema },
    shareable: false,
    handle: async ({ id }, call) => reply(await shownAt(id, call)),
  });
}

/** What the author may do, and comments of all who see it. */
function authorRoutes(context: PendingContext): Route[] {
  return [
    route({
      method: writing,
      path: item,
      summary: 'Change what is proposed, or why. For its author and those who decide.',
      args: {
        fields: fieldsArgument,
        note: s.string({ description: 'Why, for whoever decides.', check }),
        base: baseArgument,
        version: versionArgument,
      },
      scope: 'any',
      permit: async (input, call) => {
        const row = await permitSeeing(input, call);
        if (!isAuthor(row, call)) refuseLimited(call);
      },
      response: { schema: pendingSchema },
      handle: async ({ id, fields, note, base, version }, call) => {
        await editPending(await rowAt(id, call), { fields, note, base, version }, call, context);
        return reply(await shownAt(id, call));
      },
    }),
    route({
      method: 'POST',
      path: `${item}/withdraw`,
      summary: 'Take back what you proposed.',
      scope: 'any',
      permit: async (input, call) => {
        const row = await permitSeeing(input, call);
        if (isAuthor(row, call)) return;
        if (row.authorId === call.caller.userId) refuseLimited(call);
        throw errors.rest_forbidden();
      },
      response: { schema: pendingSchema },
      handle: async ({ id }, call) => settle(id, 'withdrawn', '', call, context),
    }),
    route({
      method: 'POST',
      path: `${item}/comments`,
      summary: 'Say something about a pending change.',
      args: { text: s.string({ description: 'What you say.', required: true, check }) },
      scope: 'any',
      permit: async (input, call) => {
        const row = await permitSeeing(input, call);
        if (!isAuthor(row, call)) refuseLimited(call);
      },
      response: { schema: pendingSchema, status: 201 },
      handle: async ({ id, text: said }, call) => {
        if (said.trim() === '') throw errors.rest_invalid_param({ params: { text: 'text must not be blank.' } });
        await call.store.transaction(async (store) => {
          await lockPending(store, [id]);
          const [row] = await store.table(pendingTable).find({ id });
          const before = (row?.comments ?? []).slice(1 - mostComments);
          const comment = { user: call.caller.userId, at: Math.floor(call.now / 1000), text: said.trim() };
          await store.table(pendingTable).update({ id }, { comments: [...before, comment] });
        });
        call.forget();
        return reply(await shownAt(id, call), { status: 201 });
      },
    }),
  ];
}

function deciderRoutes(context: PendingContext): Route[] {
  const permit = permitDeciding;
  return [
    route({
      method: 'POST',
      path: `${item}/accept`,
      summary: 'Carry out a pending change as yourself, whole or not at all.',
      args: {
        fields: fieldsArgument,
        over: s.boolean({
          default: false,
          description: 'Whether to make the change although the item was changed since it was proposed.',
        }),
        version: versionArgument,
      },
      scope: 'any',
      permit,
      response: { schema: pendingSchema },
      handle: async ({ id, fields, over, version }, call) => {
        await acceptPending(await rowAt(id, call), { fields, over, version }, call, context);
        call.forget();
        return reply(await shownAt(id, call));
      },
    }),
    route({
      method: 'POST',
      path: `${item}/decline`,
      summary: 'Decline a pending change.',
      args: { reason: s.string({ description: 'Why, for its author.', default: '', check }) },
      scope: 'any',
      permit,
      response: { schema: pendingSchema },
      handle: async ({ id, reason }, call) => settle(id, 'declined', reason, call, context),
    }),
  ];
}

/** Ends a change that is open; of two who decide at once, one does. */
async function settle(
  id: number,
  state: 'declined' | 'withdrawn',
  reason: string,
  call: Call,
  { previews }: PendingContext,
) {
  await call.store.transaction(async (store) => {
    const row = await lockedPending(store, id);
    const decided = {
      ...notPlanned,
      state,
      reason: reason.trim(),
      decidedBy: call.caller.userId,
      changedAt: Math.floor(call.now / 1000),
    };
    await store.table(pendingTable).update({ id }, decided);
    await previews.end(store, [id]);
    await recordPending(store, state, row, call);
  });
  call.forget();
  return reply(await shownAt(id, call));
}
