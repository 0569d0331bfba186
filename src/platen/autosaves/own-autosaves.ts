import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import { wireDate } from '../../rules/zone.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import type { Post } from '../../storage/rows.ts';
import type { Core } from '../../wp/all.ts';
import { autosaveOf, keepAutosave } from '../../wp/posts/autosaves/save-autosave.ts';
import { contentErrors } from '../../wp/posts/content-errors.ts';
import type { ContentKind } from '../../wp/posts/content-kind.ts';
import { shownContent } from '../../wp/posts/content-modules.ts';
import { factsOf, postById } from '../../wp/posts/content-permissions.ts';
import type { ContentResource } from '../../wp/posts/content-resource.ts';

const path = '/platen/v1/content/{id:int}/autosave' as const;

const autosaveSchema = json.object({
  autosave: json.orNull(
    json.object({
      id: json.integer,
      title: json.string,
      content: json.string,
      excerpt: json.string,
      modified: json.dateTime,
      modified_gmt: json.dateTime,
    }),
  ),
});

/** What somebody has written since an item was last saved: one for each user and item. The item itself stays as it is. */
export function ownAutosaves({ kinds, display }: Pick<Core, 'kinds' | 'display'>): RouteModule {
  // Files have no text of their own.
  const written = [...kinds].filter(({ type }) => !type.inheritsFromParent);
  const resources = new Map(written.map((kind) => [kind, shownContent(kind, display).resource]));
  const itemOf = (input: { readonly id?: number }, call: Call) => editableItem(kinds, resources, input, call);
  const permit = async (input: { readonly id?: number }, call: Call): Promise<void> => {
    await itemOf(input, call);
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'Show your own autosave of an item, where it is newer than the item.',
        answers: { schema: autosaveSchema },
        permit,
        handle: async ({ id }, call) => {
          const { post } = await itemOf({ id }, call);
          const autosave = await autosaveOf(id, call.caller.userId, call.store);
          const isNewer = autosave !== undefined && autosave.modifiedGmt > post.modifiedGmt;
          return reply({ autosave: isNewer ? autosaveModel(autosave) : null });
        },
      }),
      route({
        method: 'POST',
        path,
        summary: 'Keep your changes of an item beside it. A text that is not sent is that of the item.',
        args: {
          title: s.text({ description: 'Title.' }),
          content: s.text({ description: 'Content.' }),
          excerpt: s.text({ description: 'Excerpt.' }),
        },
        answers: { schema: autosaveSchema },
        undoable: true,
        permit,
        handle: async ({ id, ...sent }, call) => {
          const { kind, resource, post } = await itemOf({ id }, call);
          const {
            title = post.title,
            content = post.content,
            excerpt = post.excerpt,
          } = await resource.draft(sent, call);
          const saved = await keepAutosave(kind, post, { title, content, excerpt }, call);
          return reply({ autosave: saved && autosaveModel(saved) });
        },
      }),
      route({
        method: 'DELETE',
        path,
        summary: 'Remove your own autosave of an item.',
        answers: { schema: json.object({ deleted: json.boolean }) },
        undoable: true,
        permit,
        handle: async ({ id }, call) => {
          const autosave = await autosaveOf(id, call.caller.userId, call.store);
          if (autosave) await call.store.posts.remove(autosave.id);
          return reply({ deleted: autosave !== undefined });
        },
      }),
    ],
  };
}

function autosaveModel({ id, title, content, excerpt, modified, modifiedGmt }: Post) {
  return { id, title, content, excerpt, modified: wireDate(modified), modified_gmt: wireDate(modifiedGmt) };
}

interface EditableItem {
  readonly kind: ContentKind;
  readonly resource: ContentResource;
  readonly post: Post;
}

/** The item of a request, for those who may edit it. */
async function editableItem(
  kinds: Core['kinds'],
  resources: ReadonlyMap<ContentKind, ContentResource>,
  { id }: { readonly id?: number },
  call: Call,
): Promise<EditableItem> {
  const post = id === undefined ? null : await postById(id, call);
  const kind = post ? kinds.find(post.type) : undefined;
  const resource = kind && resources.get(kind);
  if (!post || !kind || !resource) throw contentErrors.rest_post_invalid_id();
  if (!canEditPost(call.caller, kind.type, await factsOf(post, call))) throw contentErrors.rest_cannot_edit();
  return { kind, resource, post };
}
