import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import { fileUrl } from '../../media/media-urls.ts';
import type { ReplacedFile } from '../../media/replace-file.ts';
import { canCreatePosts, canEditPost } from '../../rules/capabilities.ts';
import { json } from '../../schema/json-schema.ts';
import type { Core } from '../../wp/all.ts';
import { mediaErrors } from '../../wp/media/media-errors.ts';
import { replaceAttachment } from '../../wp/media/operations/replace-attachment.ts';
import { receiveUpload, translated } from '../../wp/media/receive-upload.ts';
import { storedFiles } from '../../wp/media/stored-files.ts';
import { contentErrors } from '../../wp/posts/content-errors.ts';
import { existing, factsOf } from '../../wp/posts/content-permissions.ts';
import { mediaUses, mediaUsesSchema } from './media-uses.ts';

/** What clients of the media library ask besides the files themselves. */
export function mediaTools(
  { kinds, uploadsUrl }: Pick<Core, 'kinds' | 'uploadsUrl'>,
  library: MediaLibrary,
): RouteModule {
  const files = kinds.of('attachment');
  const editable = async (input: { readonly id?: number }, call: Call) => {
    const file = await existing(files, input, call);
    if (!canEditPost(call.caller, files.type, await factsOf(file, call))) throw contentErrors.rest_cannot_edit();
    return file;
  };
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/media/{id:int}/uses',
        summary: 'Show where a file is used, among what you may edit.',
        answers: { schema: mediaUsesSchema },
        permit: async (input, call) => {
          await editable(input, call);
        },
        handle: async (input, call) => {
          const written = [...kinds].filter(({ type }) => !type.inheritsFromParent);
          return reply(await mediaUses(await editable(input, call), written, call));
        },
      }),
      route({
        method: 'POST',
        path: '/platen/v1/media/{id:int}/file',
        summary: 'Put another file of the same type in the place of a file. Number and address stay.',
        answers: { schema: json.object({ id: json.integer, mime_type: json.string, source_url: json.string }) },
        receive: (call) => receiveUpload(library, call),
        permit: async (input, call) => {
          if (!canCreatePosts(call.caller, files.type)) throw contentErrors.rest_cannot_create();
          await editable(input, call);
        },
        handle: async ({ id }, call, { received, refusal }) => {
          const file = await editable({ id }, call);
          const attachment = await storedFiles(id, call.store);
          if (!attachment) throw mediaErrors.rest_upload_no_data();
          const settle = async (replaced: ReplacedFile) => {
            await replaceAttachment(files, file, replaced, call);
          };
          const unfilteredHtml = call.caller.can('unfiltered_html');
          await translated(refusal, () =>
            library.replace(received, { attachment, mime: file.mimeType, unfilteredHtml, settle }),
          );
          return reply({ id, mime_type: file.mimeType, source_url: fileUrl(uploadsUrl(call.site), attachment.file) });
        },
      }),
    ],
  };
}
