import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { contextArgument } from '../../../api/resource/context.ts';
import { fieldsOf } from '../../../api/resource/field.ts';
import { presentItem, presentList } from '../../../api/resource/present.ts';
import type { Resource } from '../../../api/resource/resource.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { makePreviewNonce } from '../../../auth/preview-nonce.ts';
import { ApiError } from '../../../lib/errors.ts';
import { type Args, s } from '../../../lib/schema/schema.ts';
import { canEditPost } from '../../../rules/capabilities.ts';
import { everything } from '../../../rules/visibility.ts';
import { gmtAt } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/core-context.ts';
import { addressOnce } from '../content-addresses.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { existing, factsOf, postById } from '../content-permissions.ts';
import type { ContentView } from '../content-view.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import { createTextCleaner, noTexts } from '../operations/post-texts.ts';
import { updatePost } from '../operations/update-post.ts';
import { refuseTemplate } from '../refuse-template.ts';
import { type RevisionFields, type RevisionSubject, revisionResource } from './revision-resource.ts';
import { mayReadRevisions } from './revision-routes.ts';
import { insertRevision, revisionType, textsDiffer } from './save-revision.ts';
import { areSameFields, fieldValues, planVersioned, revisionFields, writeFields } from './versioned-fields.ts';

const parentArgument = s.integer({ description: 'Id of the item.' });

/** What a request to save is read with. */
export interface AutosavedContent {
  readonly arguments: { readonly update: Args };
  draft(input: Readonly<Record<string, unknown>>, call: Call): Promise<PostDraft>;
}

/** The autosaves of a kind of content: what its editors have written since it was last saved. */
export function autosaveRoutes(view: ContentView, content: AutosavedContent, texts?: RevisionFields): Route[] {
  const { kind, path } = view;
  const resource = autosaveResource(view, texts);
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
      resource: resource,
    }),
    route({
      method: 'POST',
      path: collection,
      summary: `Save changes of a ${one} without publishing them.`,
      args: { parent: parentArgument, ...content.arguments.update },
      refuseStored: refuseTemplate,
      undoable: true,
      permit: async (input, call) => {
        const post = await existing(kind, input, call);
        if (!canEditPost(call.caller, kind.type, await factsOf(post, call))) throw contentErrors.rest_cannot_edit();
      },
      handle: async (input, call) => {
        const draft = await draftOf(input, content, call);
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
      // Whatever the number: each user has one.
      handle: async ({ parent, context }, call) => {
        const autosave = await autosaveOf(parent, call.caller.userId, call.store);
        if (!autosave) throw contentErrors.rest_post_invalid_id();
        return reply(await presentItem(resource, autosave, call, context));
      },
      resource: resource,
    }),
  ];
}

/** The texts and fields to save. Nothing is taken from a request with a value that could not be stored. */
async function draftOf(input: object, content: AutosavedContent, call: Call): Promise<PostDraft> {
  const written = await content.draft(writtenIn(input), call);
  try {
    await content.draft({ ...input }, call);
    return written;
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

/** What is autosaved of all that was sent. */
const writtenIn = (input: object): Record<string, unknown> =>
  Object.fromEntries(['title', 'content', 'excerpt', 'meta'].map((name) => [name, Reflect.get(input, name)]));

const field = fieldsOf<RevisionSubject>();

function autosaveResource(view: ContentView, texts?: RevisionFields): Resource<Post> {
  const { kind } = view;
  const more = {
    preview_link: field({
      schema: s.string({ format: 'uri', description: 'Preview address for the author of the changes.' }),
      contexts: ['edit'],
      readonly: true,
      read: async ({ revision }, call) => {
        const post = revision.parentId > 0 ? await postById(revision.parentId, call) : revision;
        if (!post || !kind.type.public) return '';
        const address = new URL(await addressOnce(kind, post, call));
        if (post !== revision) {
          address.searchParams.set('preview_id', String(post.id));
          const link = { postId: post.id, userId: call.caller.userId };
          address.searchParams.set('preview_nonce', await makePreviewNonce(call.store, link, call.now));
        }
        address.searchParams.set('preview', 'true');
        return address.href;
      },
    }),
  };
  return revisionResource(view, { more, texts, inPlace: true });
}

type Sent = Pick<PostDraft, 'title' | 'content' | 'excerpt' | 'meta'>;

const slugOf = (postId: number): string => `${postId}-autosave-v1`;

/** Saves what is written beside a post: one autosave per user, replaced by the next. The user's own draft is changed itself. */
async function saveAutosave(kind: ContentKind, post: Post, sent: Sent, work: OperationContext): Promise<Post> {
  const isOwnDraft = post.authorId === work.caller.userId && ['draft', 'auto-draft'].includes(post.status);
  if (isOwnDraft) return updatePost(kind, post.id, sent, work);
  return (await keepAutosave(kind, post, sent, work, { whenSame: 'keep' })) ?? post;
}

/**
 * Saves what is written beside a post, whatever its state: the post itself is not changed. Where it is what the post
 * has, the user's autosave is removed, and the answer null; or it stays as it is, or is made of it. A field that is not
 * sent is that of the post, or of the autosave that stays.
 */
export async function keepAutosave(
  kind: ContentKind,
  post: Post,
  { meta, ...sent }: Sent,
  work: OperationContext,
  { whenSame = 'remove' }: { readonly whenSame?: 'remove' | 'keep' } = {},
): Promise<Post | null> {
  const { caller } = work;
  const clean = createTextCleaner(kind, caller);
  await clean(sent, (await autosaveOf(post.id, caller.userId, work.store)) ?? noTexts);
  const changes = await planVersioned(kind, post.id, meta, work);
  return inTransaction(work, async (inner) => {
    const { store, now, site } = inner;
    await store.lock(`autosaves of ${post.id}`);
    const before = await autosaveOf(post.id, caller.userId, store);
    const texts = await clean(sent, before ?? noTexts);
    const own = await fieldValues(kind, post.id, store);
    const kept = before && whenSame === 'keep' ? await revisionFields(kind, before.id, store) : {};
    const fields = { ...own, ...kept, ...changes };
    if (!textsDiffer(texts, post) && areSameFields(fields, own)) {
      if (whenSame === 'remove') {
        if (before) await store.posts.remove(before.id);
        return null;
      }
      if (before) return before;
    }
    if (!before) {
      const made = await insertRevision(kind, { ...post, ...texts }, slugOf(post.id), inner);
      await writeFields(kind, made.id, changes, store);
      return made;
    }
    const local = site.zone.localAt(now);
    const gmt = gmtAt(now);
    const columns = { ...texts, date: local, dateGmt: gmt, modified: local, modifiedGmt: gmt };
    await store.posts.update(before.id, columns);
    await writeFields(kind, before.id, fields, store);
    return { ...before, ...columns };
  });
}

/** The autosaves of a post, the latest first; of one user, or of all. */
export function findAutosaves(postId: number, store: Store, userId?: number): Promise<Post[]> {
  return store.posts.find(
    {
      types: [revisionType],
      visibility: everything,
      parentIds: [postId],
      slugs: [slugOf(postId)],
      ...(userId === undefined ? {} : { authorIds: [userId] }),
    },
    { by: 'date', direction: 'desc' },
    { limit: most, offset: 0 },
  );
}

/** There is one per user who edits the post. */
const most = 1000;

/** What a user has written since the post was last saved. */
export async function autosaveOf(postId: number, userId: number, store: Store): Promise<Post | undefined> {
  return (await findAutosaves(postId, store, userId))[0];
}
