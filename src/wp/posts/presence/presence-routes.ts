import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import type { RouteModule } from '../../../api/routing/registry.ts';
import { route } from '../../../api/routing/route.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { wireDate } from '../../../rules/zone.ts';
import type { ContentKinds } from '../content-kind.ts';
import { editableItem } from '../content-permissions.ts';
import { leave, type Present, presenceActs, visit } from './presence.ts';

const path = '/platen/v1/content/{id:int}/presence' as const;

const personSchema = json.object({ id: json.integer, name: json.string });
const presenceSchema = json.object({
  holds: json.boolean,
  asked_by: json.orNull(personSchema),
  taken_by: json.orNull(personSchema),
  declined: json.boolean,
  others: json.listOf(json.object({ id: json.integer, name: json.string, holds: json.boolean, since: json.dateTime })),
  elsewhere: json.orNull(personSchema),
  modified_gmt: json.dateTime,
});

const visitArgument = s.string({
  description: 'How the page names itself: the same for as long as it is open, such as a random UUID.',
  required: true,
  check: (name: string) => (/^[\w-]{8,64}$/.test(name) ? null : 'Letters, digits, - and _, 8 to 64 of them.'),
});

/** `platen/v1/content/ID/presence`: who has an item open in an editor, and whose turn it is. */
export function presenceRoutes({ kinds }: { readonly kinds: ContentKinds }): RouteModule {
  const permit = async (input: { readonly id?: number }, call: Call): Promise<void> => {
    call.keepPrivate();
    await editableItem(kinds, input, call);
  };
  return {
    routes: [
      route({
        method: 'POST',
        path,
        summary: 'Say that you have an item open, and learn who else has. Again at least every twenty seconds.',
        response: { schema: presenceSchema },
        args: {
          visit: visitArgument,
          act: s.string({
            enum: presenceActs,
            description: 'Ask to take over, hand over, decline, or take over where nobody answers.',
          }),
        },
        undoable: true,
        requiresLogin: true,
        scope: 'content',
        permit,
        handle: async ({ id, visit: name, act }, call) => {
          const { post } = await editableItem(kinds, { id }, call);
          const present = await visit(call.store, { id: name, postId: id, userId: call.caller.userId }, act, call.now);
          return reply({ ...(await shownPresence(present, call)), modified_gmt: wireDate(post.modifiedGmt) });
        },
      }),
      route({
        method: 'DELETE',
        path,
        summary: 'Say that you have closed an item.',
        response: { schema: json.object({ left: json.boolean }) },
        args: { visit: visitArgument },
        undoable: true,
        requiresLogin: true,
        scope: 'content',
        permit,
        handle: async ({ id, visit: name }, call) => {
          await editableItem(kinds, { id }, call);
          const left = await leave(call.store, { id: name, postId: id, userId: call.caller.userId }, call.now);
          return reply({ left });
        },
      }),
    ],
  };
}

async function shownPresence({ mine, others, elsewhere }: Present, { store }: Call) {
  const asking = others.find(({ id }) => id === mine.askedBy);
  const ids = [...others.map(({ userId }) => userId), mine.takenBy, elsewhere?.userId ?? 0].filter((id) => id > 0);
  const users = ids.length > 0 ? await store.users.byIds([...new Set(ids)]) : [];
  const names = new Map(users.map(({ id, displayName }) => [id, displayName]));
  const person = (id: number | undefined) => (id ? { id, name: names.get(id) ?? `#${id}` } : null);
  return {
    holds: mine.holds === 1,
    asked_by: person(asking?.userId),
    taken_by: person(mine.takenBy),
    declined: mine.isDeclined === 1,
    others: others.map(({ userId, holds, sinceMs }) => ({
      id: userId,
      name: names.get(userId) ?? `#${userId}`,
      holds: holds === 1,
      since: new Date(sinceMs).toISOString().slice(0, 19),
    })),
    elsewhere: person(elsewhere?.userId),
  };
}
