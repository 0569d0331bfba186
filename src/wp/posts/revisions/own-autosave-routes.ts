import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import type { RouteModule } from '../../../api/routing/registry.ts';
import { route } from '../../../api/routing/route.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { type InputOf, s } from '../../../lib/schema/schema.ts';
import { wireDate } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind, ContentKinds } from '../content-kind.ts';
import { editableItem } from '../content-permissions.ts';
import { shownContent } from '../content-routes.ts';
import type { ContentDisplay } from '../content-view.ts';
import { autosaveOf, keepAutosave } from './autosave-routes.ts';
import { keepRevision } from './save-revision.ts';
import { versionRoutes } from './version-routes.ts';
import { revisionFields, shownFields } from './versioned-fields.ts';

const path = '/platen/v1/content/{id:int}/autosave' as const;

const autosaveSchema = json.object({
  autosave: json.orNull(
    json.object({
      id: json.integer,
      title: json.string,
      content: json.string,
      excerpt: json.string,
      meta: json.mapOf(true),
      modified: json.dateTime,
      modified_gmt: json.dateTime,
    }),
  ),
});

const writtenArguments = {
  title: s.text({ description: 'Title.' }),
  content: s.text({ description: 'Content.' }),
  excerpt: s.text({ description: 'Excerpt.' }),
  meta: s.object({ description: 'Values of declared fields.' }),
};
type Sent = InputOf<typeof writtenArguments>;

/** What somebody has written since an item was last saved: one for each user and item. The item itself stays as it is. */
export function ownAutosaves({
  kinds,
  display,
}: {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
}): RouteModule {
  // Files have no text of their own.
  const written = [...kinds].filter(({ type }) => !type.inheritsFromParent);
  const resources = new Map(written.map((kind) => [kind, shownContent(kind, display).resource]));
  const itemOf = async (input: { readonly id?: number }, call: Call) => {
    const item = await editableItem(kinds, input, call);
    const resource = resources.get(item.kind);
    if (!resource) throw contentErrors.rest_post_invalid_id();
    return { ...item, resource };
  };
  const writtenOf = async (input: { readonly id: number }, sent: Sent, call: Call) => {
    const { kind, resource, post } = await itemOf(input, call);
    const draft = await resource.draft(sent, call);
    const { title = post.title, content = post.content, excerpt = post.excerpt, meta } = draft;
    return { kind, post, written: { title, content, excerpt, ...(meta ? { meta } : {}) } };
  };
  const permit = async (input: { readonly id?: number }, call: Call): Promise<void> => {
    await itemOf(input, call);
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'Show your own autosave of an item, where it is newer than the item.',
        response: { schema: autosaveSchema },
        permit,
        handle: async ({ id }, call) => {
          const { kind, post } = await itemOf({ id }, call);
          const autosave = await autosaveOf(id, call.caller.userId, call.store);
          const isNewer = autosave !== undefined && autosave.modifiedGmt > post.modifiedGmt;
          return reply({ autosave: isNewer ? await autosaveModel(kind, autosave, call) : null });
        },
      }),
      route({
        method: 'POST',
        path,
        summary: 'Keep your changes of an item beside it. What is not sent is as the item has it.',
        args: writtenArguments,
        response: { schema: autosaveSchema },
        undoable: true,
        permit,
        handle: async ({ id, ...sent }, call) => {
          const of = await writtenOf({ id }, sent, call);
          const saved = await keepAutosave(of.kind, of.post, of.written, call);
          return reply({ autosave: saved && (await autosaveModel(of.kind, saved, call)) });
        },
      }),
      route({
        method: 'POST',
        path: '/platen/v1/content/{id:int}/revisions',
        summary: 'Keep changes as a revision of an item, which stays as it is. What is not sent is as the item has it.',
        args: writtenArguments,
        response: { schema: json.object({ revision: json.orNull(json.integer) }) },
        undoable: true,
        permit,
        handle: async ({ id, ...sent }, call) => {
          const of = await writtenOf({ id }, sent, call);
          const revision = await keepRevision(of.kind, of.post, of.written, call);
          return reply({ revision: revision?.id ?? null });
        },
      }),
      route({
        method: 'DELETE',
        path,
        summary: 'Remove your own autosave of an item.',
        response: { schema: json.object({ deleted: json.boolean }) },
        undoable: true,
        permit,
        handle: async ({ id }, call) => {
          const autosave = await autosaveOf(id, call.caller.userId, call.store);
          if (autosave) await call.store.posts.remove(autosave.id);
          return reply({ deleted: autosave !== undefined });
        },
      }),
      ...versionRoutes(itemOf),
    ],
  };
}

async function autosaveModel(kind: ContentKind, autosave: Post, { store, caller }: Call) {
  const { id, parentId, title, content, excerpt, modified, modifiedGmt } = autosave;
  const meta = shownFields(kind, parentId, await revisionFields(kind, id, store), caller);
  return { id, title, content, excerpt, meta, modified: wireDate(modified), modified_gmt: wireDate(modifiedGmt) };
}
