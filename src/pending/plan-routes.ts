import { reply } from '../api/reply.ts';
import { type Route, route } from '../api/routing/route.ts';
import { errors } from '../lib/errors.ts';
import { s } from '../lib/schema/schema.ts';
import { isAuthor, permitDeciding, permitSeeing, refuseLimited, rowAt, shownAt } from './pending-access.ts';
import { baseArgument, check, pendingItem as item, versionArgument } from './pending-arguments.ts';
import { type PendingContext, pendingPath as path } from './propose.ts';
import { saveBeside } from './save-beside.ts';
import { schedulePending, unschedulePending } from './schedule.ts';
import { pendingSchema } from './shown-pending.ts';

/** Keeping changes beside an item. */
export function saveRoute(context: PendingContext): Route {
  return route({
    method: 'POST',
    path,
    summary: 'Keep changes beside an item, or something new, without publishing them. For people.',
    args: {
      type: s.string({ required: true, description: 'The collection, such as posts.' }),
      item: s.integer({ minimum: 1, description: 'The item of it; left out for a new one.' }),
      action: s.string({
        enum: ['write', 'delete'],
        default: 'write',
        description: 'Whether the item is to be changed or made, or to go to the trash.',
      }),
      fields: s.object({ description: 'What is to be written, as it would be sent to the item.' }),
      note: s.string({ description: 'Why, for whoever reads it.', default: '', check }),
      base: baseArgument,
    },
    scope: 'any',
    permit: (_input, call) => {
      call.keepPrivate();
      if (call.caller.userId === 0) throw errors.rest_not_logged_in();
      refuseLimited(call);
    },
    response: { schema: pendingSchema, status: 201 },
    handle: async ({ type, item: itemId, action, fields = {}, note, base }, call) => {
      const sent = { type, item: itemId, isRemoval: action === 'delete', fields, note, base };
      const id = await saveBeside(sent, call, context);
      call.forget();
      const headers = { Location: `${call.site.apiUrl}${path}/${id}` };
      return reply(await shownAt(id, call), { status: 201, headers });
    },
  });
}

/** When a change is published by itself. */
export function timeRoutes(context: PendingContext): Route[] {
  return [
    route({
      method: 'POST',
      path: `${item}/schedule`,
      summary: 'Let a pending change be accepted by itself at a time, as you.',
      args: {
        date: s.string({ required: true, description: "When, in the site's time unless it names a zone." }),
        version: versionArgument,
      },
      scope: 'any',
      permit: permitDeciding,
      response: { schema: pendingSchema },
      handle: async ({ id, date, version }, call) => {
        await schedulePending(await rowAt(id, call), { date, version }, call, context);
        return reply(await shownAt(id, call));
      },
    }),
    route({
      method: 'POST',
      path: `${item}/unschedule`,
      summary: 'Let a pending change wait for a decision again. For its author and those who decide.',
      scope: 'any',
      permit: async (input, call) => {
        const row = await permitSeeing(input, call);
        if (!isAuthor(row, call)) refuseLimited(call);
      },
      response: { schema: pendingSchema },
      handle: async ({ id }, call) => {
        await unschedulePending(await rowAt(id, call), call);
        return reply(await shownAt(id, call));
      },
    }),
  ];
}
