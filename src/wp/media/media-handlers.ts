import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import { attachmentMetaKeys as keys } from '../../media/attachment-metadata.ts';
import { monthFolder } from '../../media/files/media-path.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { Post } from '../../storage/rows.ts';
import { inTransaction } from '../context/operation-context.ts';
import { existing } from '../posts/content-permissions.ts';
import { askBeforeWrite } from '../posts/operations/post-hooks.ts';
import { cleanBeforehand } from '../posts/operations/post-texts.ts';
import { removePost } from '../posts/operations/remove-post.ts';
import { trashPost } from '../posts/operations/trash-post.ts';
import { updatePost } from '../posts/operations/update-post.ts';
import { mediaAddresses } from './media-addresses.ts';
import { mediaErrors } from './media-errors.ts';
import type { MediaDraft } from './media-fields.ts';
import type { MediaResource } from './media-resource.ts';
import type { MediaView } from './media-view.ts';
import { createAttachment } from './operations/create-attachment.ts';
import { translated, type Upload } from './receive-upload.ts';
import { storedFiles } from './stored-files.ts';

type Input = Readonly<Record<string, unknown>>;
type Item = { readonly id: number };

/** The handlers of the media routes. */
export function mediaHandlers(view: MediaView, resource: MediaResource, library: MediaLibrary) {
  const { kind, kinds, path } = view;
  const asEditor = (post: Post, call: Call) => presentItem(resource, post, call, 'edit');

  const store = async (
    draft: MediaDraft,
    { received, name, refusal, isForeign }: Upload,
    call: Call,
  ): Promise<Post> => {
    const folder = monthFolder(call.site.zone.localAt(call.now));
    const unfilteredHtml = !isForeign && call.caller.can('unfiltered_html');
    const stored = await translated(refusal, () => library.store(received, { name, folder, unfilteredHtml }));
    try {
      const { store, site, caller, now, hooks } = call;
      const uploadsUrl = view.uploadsUrl(site);
      return await createAttachment(kind, stored, draft, {
        store,
        site,
        caller,
        now,
        hooks,
        uploadsUrl,
        variant: call.variant,
      });
    } catch (error) {
      // Where this fails too, another process removes the files later; the caller hears why the upload failed.
      await stored.undo().catch(() => {});
      throw error;
    }
  };

  return {
    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      const body = await presentItem(resource, post, call, input.context);
      const [address] = await mediaAddresses(kinds, [post], call);
      return reply(body, { link: `<${address}>; rel="alternate"; type=text/html` });
    },
    async create(input: Input, call: Call, upload: Upload): Promise<Reply> {
      const draft = await resource.draft(input, call);
      await refuseParent(draft.parentId, call);
      const post = await store(draft, upload, call);
      const headers = { Location: `${call.site.apiUrl}${path}/${post.id}` };
      return reply(await asEditor(post, call), { status: 201, headers });
    },
    async update(input: Input & Item, call: Call): Promise<Reply> {
      const { id } = input;
      const { altText, ...draft } = await askBeforeWrite(kind, id, await resource.draft(input, call), call);
      await refuseParent(draft.parentId, call);
      const clean = await cleanBeforehand(kind, id, draft, call);
      const post = await inTransaction(call, async (inner) => {
        if (altText !== undefined)
          await inner.store.meta.set('post', id, keys.altText, altText === '' ? [] : [altText]);
        return updatePost(kind, id, draft, inner, { cleaned: clean });
      });
      return reply(await asEditor(post, call));
    },
    async remove(input: Item & { readonly force: boolean }, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      if (!input.force) return reply(await asEditor(await trashPost(kind, post.id, call), call));
      const [previous] = await presentBare(resource, [post], call, 'edit');
      const files = await storedFiles(post.id, call.store);
      await removePost(kind, post.id, call);
      // Only after the row is deleted: a file without a row only wastes space, a row without its file is data loss.
      if (files) await library.remove(files);
      return reply({ deleted: true, previous });
    },
  };
}

async function refuseParent(parentId: number | undefined, call: Call): Promise<void> {
  const parent = parentId ? await call.store.posts.byId(parentId) : null;
  if (parent && ['attachment', 'revision'].includes(parent.type)) throw mediaErrors.rest_invalid_param();
}
