import type { Call } from '../../api/call.ts';
import { type RefusalReply, type Reply, reply, replyEmpty } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Received, route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type Args, s } from '../../lib/schema/schema.ts';
import type { SpooledFile } from '../../media/files/spool.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { ResumableUploads, Upload } from '../../media/uploads/resumable-uploads.ts';
import {
  bytesType,
  checksumNames,
  refuseOtherVersion,
  tusExtensions,
  tusVersion,
  uploadChecksum,
  uploadLength,
  uploadMetadata,
  uploadOffset,
} from '../../media/uploads/tus-headers.ts';
import { uploadErrors } from '../../media/uploads/upload-errors.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import { mediaResource } from './media-resource.ts';
import { mediaHandlers, mediaPermissions } from './media-routes.ts';
import { mediaView } from './media-subject.ts';
import { mediaErrors, rawRefusal, translated } from './receive-upload.ts';

type UploadContext = { readonly kinds: ContentKinds; readonly display: ContentDisplay } & Pick<
  CoreContext,
  'uploadsUrl' | 'downloads' | 'transformRules'
>;

export interface UploadRoutesOptions {
  readonly uploads: ResumableUploads;
  readonly library: MediaLibrary;
}

const collection = '/platen/v1/uploads';
const item = `${collection}/{id:token}` as const;

/** The fields of a media item that may be sent with its file. */
const sentFields = ['title', 'alt_text', 'caption', 'description', 'post'];

/** `/platen/v1/uploads`: files in several requests, by tus 1.0.0. The last byte makes the media item. */
export function resumableUploads(core: UploadContext, { uploads, library }: UploadRoutesOptions): RouteModule {
  const view = mediaView(core.kinds, core.display, { ...core, library });
  const resource = mediaResource(view);
  const permissions = mediaPermissions(view.kind);
  const handlers = mediaHandlers(view, resource, library);
  const mostBytes = (call: Call) => Math.min(uploads.mostBytes, library.mostBytes(call.caller.roles));

  const owned = (id: string | undefined, call: Call): Promise<Upload> =>
    call.once(`upload ${id}`, async () => {
      const upload = await uploads.find(id ?? '', call.caller.userId);
      if (!upload) throw uploadErrors.platen_upload_not_found();
      return upload;
    });
  const permitOwn = async ({ id }: { readonly id?: string }, call: Call): Promise<void> => {
    await permissions.create({}, call);
    await owned(id, call);
  };

  /** The media item of an upload whose last byte has arrived; made if nobody did it yet. */
  const completed = async (upload: Upload, call: Call): Promise<Upload> => {
    if (upload.attachmentId > 0 || upload.received < upload.length) return upload;
    const make = async (received: SpooledFile): Promise<void> => {
      await permissions.create(upload.fields, call);
      const none = { kind: 'none' } as const;
      const { discard } = received;
      await handlers.create(upload.fields, call, {
        received,
        name: upload.name,
        body: none,
        refusal: rawRefusal,
        discard,
      });
    };
    return translated(rawRefusal, () => uploads.complete(upload, make));
  };
  const appended = async (upload: Upload, offset: number, call: Call): Promise<Upload> => {
    const { headers } = call.request;
    const checksum = uploadChecksum(headers);
    const body = await call.request.body();
    if (body.kind !== 'raw') return upload;
    const announced = headers['content-length'];
    if (announced !== undefined && offset + Number(announced) > upload.length)
      throw mediaErrors.rest_upload_file_too_big({ why: 'The body has more bytes than Upload-Length announced.' });
    return uploads.append(upload, offset, body.stream, checksum);
  };

  return {
    routes: [
      route({
        method: 'POST',
        path: collection,
        summary: 'Begin a resumable upload (tus 1.0.0).',
        args: { ...named(resource.arguments.create, sentFields), ...nameArguments },
        requiresLogin: true,
        permit: permissions.create,
        // Fields are in a header, so that they are validated as those of a form are.
        receive: (call) => receiveMetadata(call),
        response: { status: 201, schema: uploadSchema },
        shareable: false,
        describedHeaders: (call) => ({
          'Tus-Resumable': tusVersion,
          'Tus-Version': tusVersion,
          'Tus-Extension': tusExtensions,
          'Tus-Checksum-Algorithm': checksumNames,
          ...(Number.isFinite(mostBytes(call)) ? { 'Tus-Max-Size': String(mostBytes(call)) } : {}),
        }),
        refusal: withVersion,
        handle: async ({ filename, filetype: _type, ...fields }, call) => {
          const length = uploadLength(call.request.headers);
          const most = mostBytes(call);
          if (length > most)
            throw mediaErrors.rest_upload_file_too_big({ why: `Files may have at most ${most} bytes.` });
          const name = typeof filename === 'string' ? filename : '';
          if (name === '')
            throw uploadErrors.platen_upload_header({ why: 'The Upload-Metadata header must have a filename.' });
          const wanted = { userId: call.caller.userId, length, name, fields: present(fields) };
          let upload = await translated(rawRefusal, () => uploads.create(wanted));
          if (typeOf(call) === bytesType) upload = await completed(await appended(upload, 0, call), call);
          const headers = { ...progress(upload), Location: `${call.site.apiUrl}${collection}/${upload.id}` };
          return reply(shown(upload), { status: 201, headers });
        },
      }),
      route({
        method: 'GET',
        path: item,
        summary: 'Show how far an upload is. HEAD, as tus asks, ends a request that still sends it.',
        requiresLogin: true,
        permit: permitOwn,
        response: { schema: uploadSchema },
        shareable: false,
        refusal: withVersion,
        handle: async ({ id }, call) => {
          if (call.request.method !== 'HEAD')
            return reply(shown(await owned(id, call)), { headers: progress(await owned(id, call)) });
          refuseOtherVersion(call.request.headers);
          const upload = await uploads.settled(id, call.caller.userId);
          if (!upload) throw uploadErrors.platen_upload_not_found();
          const done = await completed(upload, call);
          return reply(shown(done), { headers: { ...progress(done), 'Cache-Control': 'no-store' } });
        },
      }),
      route({
        method: 'PATCH',
        path: item,
        summary: 'Send the next bytes of an upload. The last ones make the media item.',
        requiresLogin: true,
        permit: permitOwn,
        body: 'files',
        response: { status: 204 },
        refusal: withVersion,
        handle: async ({ id }, call) => {
          refuseOtherVersion(call.request.headers);
          if (typeOf(call) !== bytesType) throw uploadErrors.platen_upload_type();
          const offset = uploadOffset(call.request.headers);
          const upload = await uploads.settled(id, call.caller.userId);
          if (!upload) throw uploadErrors.platen_upload_not_found();
          if (offset !== upload.received) throw uploadErrors.platen_upload_offset({ received: upload.received });
          const done = await completed(await appended(upload, offset, call), call);
          return replyEmpty({ status: 204, headers: progress(done) });
        },
      }),
      route({
        method: 'DELETE',
        path: item,
        summary: 'Give an upload up. The media item of a finished one stays.',
        requiresLogin: true,
        permit: permitOwn,
        response: { status: 204 },
        refusal: withVersion,
        handle: async ({ id }, call) => {
          refuseOtherVersion(call.request.headers);
          const upload = await uploads.settled(id, call.caller.userId);
          if (upload) await uploads.remove(upload);
          return replyEmpty({ status: 204, headers: { 'Tus-Resumable': tusVersion } });
        },
      }),
    ],
  };
}

const nameArguments = {
  filename: s.string({ description: 'Name of the file.' }),
  filetype: s.string({ description: 'Media type of the file, as the client knows it. The bytes decide.' }),
};

const uploadSchema = json.object({
  id: json.string,
  filename: json.string,
  length: json.integer,
  offset: json.integer,
  expires: json.string,
  attachment: json.integer,
});

function shown({ id, name, length, received, expiresMs, attachmentId }: Upload) {
  const expires = new Date(expiresMs).toISOString();
  return { id, filename: name, length, offset: received, expires, attachment: attachmentId };
}

function progress({ received, length, expiresMs, attachmentId }: Upload): Record<string, string> {
  return {
    'Tus-Resumable': tusVersion,
    'Upload-Offset': String(received),
    'Upload-Length': String(length),
    'Upload-Expires': new Date(expiresMs).toUTCString(),
    ...(attachmentId > 0 ? { 'Platen-Attachment-Id': String(attachmentId) } : {}),
  };
}

/** Clients look for the version in errors too. */
const withVersion = (refused: RefusalReply): Reply => ({
  ...refused,
  headers: { ...refused.headers, 'Tus-Resumable': tusVersion },
});

/** The pairs of the metadata header as the fields of a form; unknown ones are ignored. */
async function receiveMetadata(call: Call): Promise<Received> {
  refuseOtherVersion(call.request.headers);
  const { name, type, filename = name, filetype = type, ...more } = uploadMetadata(call.request.headers);
  const fields = Object.assign(Object.create(null), more, { filename, filetype });
  for (const [key, value] of Object.entries(fields)) {
    const isKnown = sentFields.includes(key) || Object.hasOwn(nameArguments, key);
    if (!isKnown || value === undefined) delete fields[key];
  }
  return { body: { kind: 'form', fields }, discard: async () => {} };
}

function named(args: Args, names: readonly string[]): Args {
  return Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));
}

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const typeOf = ({ request }: Call): string => (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
