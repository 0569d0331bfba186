import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { pagingReply } from '../../api/resource/list-page.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import { errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { maySeePending, refuseLimited } from '../pending-access.ts';
import { check } from '../pending-arguments.ts';
import { pendingErrors } from '../pending-errors.ts';
import { pendingTable } from '../pending-table.ts';
import type { PendingContext } from '../propose.ts';
import { pendingSchema, shownPending } from '../shown-pending.ts';
import { addMember, releaseAt, removeMember, removeRelease, unscheduleRelease } from './change-release.ts';
import { publishRelease, scheduleRelease } from './publish-release.ts';
import { membersOf, recordRelease } from './release-rows.ts';
import { type ReleaseRow, releaseStates, releasesTable } from './release-table.ts';
import {
  mayManage,
  maySeeReleases,
  releaseMembers,
  releaseSchema,
  releaseVersion,
  shownReleases,
} from './shown-release.ts';

const path = '/platen/v1/releases';
const item = `${path}/{id:int}` as const;
const longestName = 200;

const wholeSchema = json.object({
  ...releaseMembers,
  // Of its changes: another one after each edit of any of them.
  version: json.string,
  // Those that the caller may read, in the order in which they are made.
  changes: json.listOf(pendingSchema),
  // How many there are besides.
  hidden: json.integer,
});

/** `platen/v1/releases`: pending changes that are published together, all of them or none. */
export function releaseRoutes(context: PendingContext): RouteModule {
  return {
    routes: [listRoute(), ...itemRoutes(), ...memberRoutes(context), ...publishRoutes(context)],
  };
}

const nameArgument = {
  description: 'What it is called.',
  check: (value: string) =>
    value.trim() === '' || value.length > longestName ? `Between 1 and ${longestName} characters.` : null,
} as const;
const noteArgument = s.string({ description: 'What it is for.', check });

function listRoute(): Route {
  return route({
    method: 'GET',
    path,
    summary: 'List releases, newest first. For people who may publish.',
    args: {
      page: s.integer({ description: 'Page of the list.', minimum: 1, default: 1 }),
      per_page: s.integer({ description: 'Releases per page.', minimum: 1, maximum: 100, default: 20 }),
      state: s.array(s.string({ enum: releaseStates }), { description: 'Limit to these states.' }),
    },
    permit: (_input, call) => {
      call.keepPrivate();
      if (call.caller.userId === 0) throw errors.rest_not_logged_in();
      if (!maySeeReleases(call)) throw errors.rest_forbidden();
    },
    response: { schema: json.listOf(releaseSchema) },
    shareable: false,
    handle: async (input, call) => {
      const { page, per_page: perPage, state } = input;
      const where = state && state.length > 0 ? { state: { in: state } } : {};
      const table = call.store.table(releasesTable);
      const order = { by: 'id', direction: 'desc' } as const;
      const rows = await table.find(where, order, { limit: perPage, offset: (page - 1) * perPage });
      const paging = pagingReply({ total: await table.count(where), perPage, page, path, input }, call);
      return reply(await shownReleases(rows, call), paging);
    },
  });
}

function itemRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path,
      summary: 'Make a release, which pending changes are then added to.',
      args: { name: s.string({ ...nameArgument, required: true }), note: noteArgument },
      scope: 'any',
      permit: (_input, call) => {
        call.keepPrivate();
        if (call.caller.userId === 0) throw errors.rest_not_logged_in();
        refuseLimited(call);
        if (!maySeeReleases(call)) throw errors.rest_forbidden();
      },
      response: { schema: wholeSchema, status: 201 },
      handle: async ({ name, note = '' }, call) => {
        const seconds = Math.floor(call.now / 1000);
        const row: Omit<ReleaseRow, 'id'> = {
          state: 'open',
          name: name.trim(),
          note: note.trim(),
          createdBy: call.caller.userId,
          createdAt: seconds,
          changedAt: seconds,
          publishAt: 0,
          publishBy: 0,
          publishedAt: 0,
          publishedBy: 0,
          refusal: null,
        };
        const id = await call.store.transaction(async (store) => {
          const made = await store.table(releasesTable).insert(row);
          await recordRelease(store, 'made', { id: made }, call);
          return made;
        });
        const headers = { Location: `${call.site.apiUrl}${path}/${id}` };
        return reply(await wholeAt(id, call), { status: 201, headers });
      },
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a release with what it will change.',
      permit: permitSeeing,
      response: { schema: wholeSchema },
      shareable: false,
      handle: async ({ id }, call) => reply(await wholeAt(id, call)),
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change the name of a release, or what it is for.',
      args: { name: s.string(nameArgument), note: noteArgument },
      scope: 'any',
      permit: permitManaging,
      response: { schema: wholeSchema },
      handle: async ({ id, name, note }, call) => {
        const changes = {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(note === undefined ? {} : { note: note.trim() }),
          changedAt: Math.floor(call.now / 1000),
        };
        await call.store.transaction(async (store) => {
          await store.table(releasesTable).update({ id }, changes);
          await recordRelease(store, 'changed', { id }, call);
        });
        return reply(await wholeAt(id, call));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Remove a release that was not published; its changes stay, and wait alone.',
      scope: 'any',
      permit: permitManaging,
      response: { schema: json.object({ deleted: json.words(true), previous: wholeSchema }) },
      handle: async ({ id }, call) => {
        const previous = await wholeAt(id, call);
        await removeRelease(await releaseAt(id, call.store), call);
        return reply({ deleted: true, previous });
      },
    }),
    route({
      method: 'POST',
      path: `${item}/unschedule`,
      summary: 'Take the time from a release: it is published when somebody says so.',
      scope: 'any',
      permit: permitManaging,
      response: { schema: wholeSchema },
      handle: async ({ id }, call) => {
        await unscheduleRelease(await releaseAt(id, call.store), call);
        return reply(await wholeAt(id, call));
      },
    }),
  ];
}

function memberRoutes(context: PendingContext): Route[] {
  const args = { change: s.integer({ required: true, minimum: 1, description: 'Id of a pending change.' }) };
  return [
    route({
      method: 'POST',
      path: `${item}/changes`,
      summary: 'Add a pending change that you may decide about to a release.',
      args,
      scope: 'any',
      permit: permitPublishing,
      response: { schema: wholeSchema },
      handle: async ({ id, change }, call) => {
        await addMember(await releaseAt(id, call.store), change, call, context);
        return reply(await wholeAt(id, call));
      },
    }),
    route({
      method: 'DELETE',
      path: `${item}/changes/{change:int}`,
      summary: 'Take a change out of a release; it stays, and waits alone.',
      scope: 'any',
      permit: permitPublishing,
      response: { schema: wholeSchema },
      handle: async ({ id, change }, call) => {
        await removeMember(await releaseAt(id, call.store), change, call);
        return reply(await wholeAt(id, call));
      },
    }),
  ];
}

function publishRoutes(context: PendingContext): Route[] {
  const version = s.string({
    description: '`version` of the release that you have read: it is refused if it is another.',
  });
  return [
    route({
      method: 'POST',
      path: `${item}/publish`,
      summary: 'Publish all changes of a release as yourself, or none.',
      args: {
        over: s.array(s.integer(), {
          description: 'Ids of changes that are made although their item was changed since.',
        }),
        version,
      },
      scope: 'any',
      permit: permitPublishing,
      response: { schema: wholeSchema },
      handle: async ({ id, over, version: read }, call) => {
        await publishRelease(await releaseAt(id, call.store), { over: over ?? [], version: read }, call, context);
        call.forget();
        return reply(await wholeAt(id, call));
      },
    }),
    route({
      method: 'POST',
      path: `${item}/schedule`,
      summary: 'Let a release be published by itself at a time, as you.',
      args: {
        date: s.string({ required: true, description: "When, in the site's time unless it names a zone." }),
        version,
      },
      scope: 'any',
      permit: permitPublishing,
      response: { schema: wholeSchema },
      handle: async ({ id, date, version: read }, call) => {
        await scheduleRelease(await releaseAt(id, call.store), { date, version: read }, call, context);
        return reply(await wholeAt(id, call));
      },
    }),
  ];
}

/** For others there is none. */
async function permitSeeing({ id }: { readonly id?: number }, call: Call): Promise<void> {
  call.keepPrivate();
  if (call.caller.userId === 0) throw errors.rest_not_logged_in();
  if (!maySeeReleases(call)) throw pendingErrors.platen_release_not_found();
  await releaseAt(id ?? 0, call.store);
}

/** Publishing checks each change itself. */
async function permitPublishing(input: { readonly id?: number }, call: Call): Promise<void> {
  await permitSeeing(input, call);
  refuseLimited(call);
}

async function permitManaging(input: { readonly id?: number }, call: Call): Promise<void> {
  await permitPublishing(input, call);
  const row = await releaseAt(input.id ?? 0, call.store);
  if (!mayManage(row, call)) throw errors.rest_forbidden();
}

async function wholeAt(id: number, call: Call) {
  const row = await releaseAt(id, call.store);
  const [shown] = await shownReleases([row], call);
  if (!shown) throw pendingErrors.platen_release_not_found();
  const members =
    row.state === 'open'
      ? await membersOf(call.store, id)
      : await call.store.table(pendingTable).find({ releaseId: id }, { by: 'id', direction: 'asc' });
  const seen = members.filter((one) => maySeePending(one, call));
  return {
    ...shown,
    version: releaseVersion(members),
    changes: await shownPending(seen, call),
    hidden: members.length - seen.length,
  };
}
