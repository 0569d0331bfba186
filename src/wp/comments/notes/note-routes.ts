import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import type { RouteModule } from '../../../api/routing/registry.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import type { Outbox } from '../../../background/mail/outbox.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import type { CoreContext } from '../../context/core-context.ts';
import type { ContentKind, ContentKinds } from '../../posts/content-kind.ts';
import { editableItem } from '../../posts/content-permissions.ts';
import { commentContext } from '../comment-context.ts';
import { editorsAmong, peopleWhoMayEdit } from './item-people.ts';
import { noteErrors } from './note-errors.ts';
import { findNote, noteSchema, notesOf, shownNote } from './notes.ts';
import { changeNote, createNoteWriter, removeNote } from './write-note.ts';

export interface NoteContext {
  readonly core: CoreContext;
  readonly kinds: ContentKinds;
  readonly mail: Pick<Outbox, 'enqueue' | 'isConfigured'>;
}

const path = '/platen/v1/content/{id:int}/notes' as const;
const item = `${path}/{note:int}` as const;
const mostMentions = 20;
const longestName = 100;
const atMostMentions = (ids: readonly number[]) =>
  ids.length > mostMentions ? `At most ${mostMentions} accounts.` : null;
/** A conversation, no articles. */
const longest = 20_000;
const plainText = {
  description: 'Plain text.',
  check: (text: string) => (text.length > longest ? `At most ${longest} characters.` : null),
};

/** `platen/v1/content/ID/notes`: what those who may edit an item say to each other about its blocks. */
export function noteRoutes(context: NoteContext): RouteModule {
  const permit = async (input: { readonly id?: number }, call: Call): Promise<void> => {
    call.keepPrivate();
    await notedItem(input, call, context);
  };
  return { routes: [...threadRoutes(context, permit), ...ownRoutes(context, permit), peopleRoute(context, permit)] };
}

type Permit = (input: { readonly id?: number }, call: Call) => Promise<void>;

/** An item that the caller may edit. Files have no text whose blocks could be named. */
async function notedItem(input: { readonly id?: number }, call: Call, { kinds }: NoteContext) {
  const found = await editableItem(kinds, input, call);
  if (found.kind.type.inheritsFromParent) throw noteErrors.platen_note_not_found();
  return found;
}

function threadRoutes(context: NoteContext, permit: Permit): Route[] {
  const write = createNoteWriter(commentContext(context.core, context.kinds), context.mail);
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the notes of an item, oldest first. A block names its note as `metadata.noteId`.',
      response: { schema: json.object({ notes: json.listOf(noteSchema), truncated: json.boolean }) },
      permit,
      shareable: false,
      handle: async ({ id }, call) => {
        await notedItem({ id }, call, context);
        const { notes, truncated } = await notesOf(id, call.store);
        return reply({ notes: notes.map((note) => shownNote(note, call)), truncated });
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Leave a note on an item, answer one, or resolve and reopen its thread.',
      response: { schema: noteSchema, status: 201 },
      args: {
        content: s.string({ ...plainText, default: '' }),
        parent: s.integer({ description: 'The first note of the thread that is answered.', minimum: 1 }),
        resolved: s.boolean({ description: 'Resolves the thread of `parent`, or opens it again.' }),
        mentions: s.array(s.integer({ minimum: 1 }), {
          description: 'Accounts that are told by mail. They may edit the item.',
          default: [],
          check: atMostMentions,
        }),
      },
      undoable: true,
      requiresLogin: true,
      scope: 'comments',
      permit,
      handle: async ({ id, ...sent }, call) => {
        const found = await notedItem({ id }, call, context);
        const people = await mentioned(sent.mentions, found, call, context);
        const made = await write({ ...found, people, ...sent, content: sent.content.trim() }, call);
        const headers = { Location: `${call.site.apiUrl}/platen/v1/content/${id}/notes/${made.id}` };
        return reply(shownNote(made, call), { status: 201, headers });
      },
    }),
  ];
}

async function mentioned(
  ids: readonly number[],
  found: { readonly kind: ContentKind; readonly post: Parameters<typeof editorsAmong>[1]['post'] },
  call: Call,
  { core }: NoteContext,
) {
  const people = await editorsAmong(ids, found, call, core.roles);
  const others = ids.filter((id) => !people.some((one) => one.id === id));
  if (others.length > 0) throw noteErrors.platen_note_mention({ ids: others });
  return people;
}

function ownRoutes(context: NoteContext, permit: Permit): Route[] {
  const change = changeNote(commentContext(context.core, context.kinds));
  return [
    route({
      method: 'POST',
      path: item,
      summary: 'Change the text of a note that you wrote.',
      response: { schema: noteSchema },
      args: { content: s.string({ ...plainText, required: true }) },
      undoable: true,
      requiresLogin: true,
      scope: 'comments',
      permit,
      handle: async ({ id, note, content }, call) => {
        await notedItem({ id }, call, context);
        const before = await findNote(id, note, call.store);
        if (before.userId !== call.caller.userId) throw noteErrors.platen_note_not_yours();
        if (content.trim() === '') throw noteErrors.platen_note_empty();
        return reply(shownNote(await change(before, content.trim(), call), call));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Put a note into the trash; the first one of a thread takes the others along.',
      response: { schema: json.object({ deleted: json.boolean }) },
      undoable: true,
      requiresLogin: true,
      scope: 'comments',
      permit,
      handle: async ({ id, note }, call) => {
        await notedItem({ id }, call, context);
        await removeNote(await findNote(id, note, call.store), call);
        return reply({ deleted: true });
      },
    }),
  ];
}

function peopleRoute(context: NoteContext, permit: Permit): Route {
  return route({
    method: 'GET',
    path: '/platen/v1/content/{id:int}/editors',
    summary: 'List people who may edit an item, at most twenty: its author, and those whose role allows it.',
    args: {
      search: s.string({ description: 'Part of a name.', default: '' }),
      include: s.array(s.integer({ minimum: 1 }), {
        description: 'Limit to these accounts.',
        default: [],
        check: atMostMentions,
      }),
    },
    response: {
      schema: json.object({ people: json.listOf(json.object({ id: json.integer, name: json.string })) }),
    },
    permit,
    shareable: false,
    handle: async ({ id, search, include }, call) => {
      const found = await notedItem({ id }, call, context);
      const people =
        include.length > 0
          ? await editorsAmong(include, found, call, context.core.roles)
          : await peopleWhoMayEdit(search.trim().slice(0, longestName), found, call, context.core.roles);
      return reply({ people: people.map(({ id: userId, displayName }) => ({ id: userId, name: displayName })) });
    },
  });
}
