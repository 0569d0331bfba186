import { gather, validate } from '../api/arguments.ts';
import type { Call } from '../api/call.ts';
import { presentBare, presentItem } from '../api/present.ts';
import { type Reply, reply } from '../api/reply.ts';
import type { Permit } from '../api/route.ts';
import { draftOf } from '../kinds/content-acts.ts';
import { existing } from '../kinds/content-permits.ts';
import type { ContentResource } from '../kinds/content-resource.ts';
import { removePost } from '../kinds/post-remove.ts';
import { trashPost } from '../kinds/post-trash.ts';
import { updatePost } from '../kinds/post-update.ts';
import { attachedPath, attachmentMetaKeys as keys } from '../media/attachment-metadata.ts';
import type { MediaParts } from '../media/media-parts.ts';
import { monthFolder } from '../media/media-path.ts';
import { readStoredValue } from '../media/stored-metadata.ts';
import type { Post } from '../storage/rows.ts';
import { mediaAddresses } from './media-addresses.ts';
import { createAttachment } from './media-create.ts';
import { mediaErrors } from './media-errors.ts';
import type { MediaDraft } from './media-fields.ts';
import type { MediaKind } from './media-kind.ts';
import { receiveUpload, translated, type Upload } from './media-upload.ts';

type Input = Readonly<Record<string, unknown>>;

/** What requests do to media. */
export function mediaActs(
  kind: MediaKind,
  resource: ContentResource,
  { library, uploadsUrl }: MediaParts,
  permitCreate: Permit<Record<string, unknown>>,
) {
  const asEditor = (post: Post, call: Call) => presentItem(resource, post, call, 'edit');

  const keep = async (upload: Upload, call: Call): Promise<Post> => {
    const { received, name, refusal } = upload;
    const draft = await uploadDraft(resource, upload, call, permitCreate);
    const folder = monthFolder(call.site.zone.localAt(call.now));
    const unfilteredHtml = call.caller.can('unfiltered_html');
    const kept = await translated(refusal, () => library.keep(received, { name, folder, unfilteredHtml }));
    try {
      const { store, site, caller, now } = call;
      const post = await createAttachment(kind, kept, draft, {
        store,
        site,
        caller,
        now,
        uploadsUrl: uploadsUrl(site),
      });
      await kept.settle();
      return post;
    } catch (error) {
      await kept.undo();
      throw error;
    }
  };

  return {
    async show(input: Input, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      const body = await presentItem(resource, post, call, input['context'] as 'view');
      const [address] = await mediaAddresses(kind, [post], call);
      return reply(body, { link: `<${address}>; rel="alternate"; type=text/html` });
    },
    async create(_input: Input, call: Call): Promise<Reply> {
      const upload = await receiveUpload(library, call);
      try {
        const post = await keep(upload, call);
        const headers = { Location: `${call.site.apiUrl}${kind.path}/${post.id}` };
        return reply(await asEditor(post, call), { status: 201, headers });
      } finally {
        await upload.received.discard();
      }
    },
    async update(input: Input, call: Call): Promise<Reply> {
      const { altText, ...draft }: MediaDraft = await draftOf(resource, input, call);
      await refuseParent(draft.parentId, call);
      const id = input['id'] as number;
      const post = await call.store.transaction(async (store) => {
        const { site, caller, now } = call;
        if (altText !== undefined) await store.meta.set('post', id, keys.altText, altText === '' ? [] : [altText]);
        return updatePost(kind, id, draft, { store, site, caller, now });
      });
      return reply(await asEditor(post, call));
    },
    async remove(input: Input, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      if (input['force'] !== true) return reply(await asEditor(await trashPost(kind, post.id, call), call));
      const [previous] = await presentBare(resource, [post], call, 'edit');
      const files = await storedFiles(post.id, call);
      await removePost(kind, post.id, call);
      // Only once the row is gone for sure: a file without a row is litter, a row without its file is a loss.
      if (files) await library.remove(files);
      return reply({ deleted: true, previous });
    },
  };
}

/**
 * The fields that came along. Those of a form arrive after permission was given for what the address says, so all of
 * them are judged here once more, together.
 */
async function uploadDraft(
  resource: ContentResource,
  { body }: Upload,
  call: Call,
  permit: Permit<Record<string, unknown>>,
): Promise<MediaDraft> {
  const match = call.registry.find('POST', call.request.path)!;
  const bag = gather(call.request, match, body);
  const input = validate(match, bag, body);
  await permit({ ...input, id: bag['id'] }, call);
  const draft: MediaDraft = await draftOf(resource, input, call);
  await refuseParent(draft.parentId, call);
  return draft;
}

async function refuseParent(parentId: number | undefined, call: Call): Promise<void> {
  const parent = parentId ? await call.store.posts.byId(parentId) : null;
  if (parent && ['attachment', 'revision'].includes(parent.type)) throw mediaErrors.rest_invalid_param();
}

const backupsKey = '_wp_attachment_backup_sizes';

async function storedFiles(id: number, call: Call) {
  const rows = (await call.store.meta.of('post', [id], [keys.file, keys.metadata, backupsKey])).get(id) ?? [];
  const value = (key: string) => rows.find((row) => row.key === key)?.value ?? '';
  const file = attachedPath(value(keys.file));
  if (file === '') return null;
  return { file, metadata: readStoredValue(value(keys.metadata)), backups: readStoredValue(value(backupsKey)) };
}
