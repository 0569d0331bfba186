import { reply } from '../../../api/reply.ts';
import { contextArgument } from '../../../api/resource/context.ts';
import { fieldsOf } from '../../../api/resource/field.ts';
import { presentItem, presentList } from '../../../api/resource/present.ts';
import type { Resource } from '../../../api/resource/resource.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { canEditPost } from '../../../rules/capabilities.ts';
import { s } from '../../../schema/schema.ts';
import type { Post } from '../../../storage/rows.ts';
import { addressOnce } from '../content-addresses.ts';
import { contentErrors } from '../content-errors.ts';
import { existing, factsOf, postById } from '../content-permissions.ts';
import type { ContentResource } from '../content-resource.ts';
import type { ContentView } from '../content-view.ts';
import { type RevisionSubject, revisionResource } from '../revisions/revision-resource.ts';
import { mayReadRevisions } from '../revisions/revisions.ts';
import { findAutosaves, saveAutosave } from './save-autosave.ts';

const parentArgument = s.integer({ description: 'Number of what is saved.' });

/** The autosaves of a kind of content: what its editors have written since it was last saved. */
export function autosaveRoutes(view: ContentView, content: ContentResource): Route[] {
  const { kind, path } = view;
  const resource = autosaveResource(view);
  const one = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  const collection = `${path}/{id:number}/autosaves` as const;
  return [
    route({
      method: 'GET',
      path: collection,
      summary: `List the autosaves of a ${one}.`,
      args: { parent: parentArgument, context: contextArgument },
      permit: async ({ id }, call) => {
        await mayReadRevisions(kind, id, call);
      },
      handle: async ({ id, context }, call) =>
        reply(await presentList(resource, await findAutosaves(id, call.store), call, context)),
      shows: resource,
    }),
    route({
      method: 'POST',
      path: collection,
      summary: `Save changes of a ${one} without publishing them.`,
      args: { parent: parentArgument, ...content.arguments.update },
      undoable: true,
      permit: async (input, call) => {
        const post = await existing(kind, input, call);
        if (!canEditPost(call.caller, kind.type, await factsOf(post, call))) throw contentErrors.rest_cannot_edit();
      },
      handle: async (input, call) => {
        const draft = await content.draft(textsIn(input), call);
        const saved = await saveAutosave(kind, await existing(kind, input, call), draft, call);
        return reply(await presentItem(resource, saved, call, 'edit'));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/{parent:int}/autosaves/{id:int}`,
      summary: `Show an autosave of a ${one}.`,
      args: { context: contextArgument },
      permit: async ({ parent }, call) => {
        await mayReadRevisions(kind, parent, call);
      },
      handle: async ({ parent, id, context }, call) => {
        const autosave = (await findAutosaves(parent, call.store)).find((each) => each.id === id);
        if (!autosave) throw contentErrors.rest_post_invalid_id();
        return reply(await presentItem(resource, autosave, call, context));
      },
      shows: resource,
    }),
  ];
}

/** What is autosaved of all that was sent. */
const textsIn = (input: object): Record<string, unknown> =>
  Object.fromEntries(['title', 'content', 'excerpt'].map((name) => [name, Reflect.get(input, name)]));

const field = fieldsOf<RevisionSubject>();

function autosaveResource(view: ContentView): Resource<Post> {
  const { kind } = view;
  return revisionResource(view, {
    preview_link: field({
      schema: s.string({ format: 'uri', description: 'Address that shows the changes to their writer.' }),
      contexts: ['edit'],
      readonly: true,
      read: async ({ revision }, call) => {
        const post = revision.parentId > 0 ? await postById(revision.parentId, call) : revision;
        if (!post || !kind.type.public) return '';
        const address = new URL(await addressOnce(kind, post, call));
        if (post !== revision) address.searchParams.set('preview_id', String(post.id));
        address.searchParams.set('preview', 'true');
        return address.href;
      },
    }),
  });
}
