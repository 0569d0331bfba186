import { Readable } from 'node:stream';
import type { Call } from '../../api/call.ts';
import type { Body, FileIntake } from '../../api/request.ts';
import type { Received } from '../../api/routing/route.ts';
import { type ApiError, defineErrors } from '../../lib/errors.ts';
import { dispositionFileName } from '../../media/files/content-disposition.ts';
import { baseNameOf } from '../../media/files/media-path.ts';
import type { SpooledFile } from '../../media/files/spool.ts';
import type { MediaLibrary, ReceiveOptions } from '../../media/media-library.ts';
import { UploadRefused } from '../../media/upload-refusal.ts';
import { isRecord } from '../../text/json.ts';

/** An uploaded file, and the other fields of the body. */
export interface Upload extends Received {
  readonly received: SpooledFile;
  /** The file name as sent by the client. */
  readonly name: string;
  /** The error if this file is refused; form uploads and raw bodies have different codes. */
  readonly refusal: (error: UploadRefused) => ApiError;
  /** Set if the caller does not know what is in the file: then nobody may store what browsers execute. */
  readonly isForeign?: true;
}

/** Fetches the file that a request names by its address. */
export type FetchNamed = (url: string, call: Call) => Promise<Upload>;

/**
 * Receives the file of a request: the `file` part of a form, or else the whole body. A request without a file may name
 * one by its address, if it can be fetched.
 */
export async function receiveUpload(library: MediaLibrary, call: Call, fetchNamed?: FetchNamed): Promise<Upload> {
  const { headers } = call.request;
  const md5 = headers['content-md5'];
  const options = { roles: call.caller.roles, ...(md5 ? { md5 } : {}) };
  const form = formFile(library, options);
  const body = await call.request.body(form.intake).catch(async (error: unknown) => {
    // The file may have arrived whole before the rest of the form turned out to be malformed.
    await form.taken()?.received.discard();
    throw error;
  });
  const part = form.taken();
  if (part) return { ...part, body, refusal: formRefusal, discard: () => part.received.discard() };
  if (form.sawFiles())
    throw mediaErrors.rest_upload_unknown_error({ why: 'The part with the file must be called "file".' });
  const url = fetchNamed ? sentAddress(body, call) : null;
  if (fetchNamed && url !== null) return fetchNamed(url, call);
  const content = rawContent(body, headers['content-type']);
  const name = rawName(body, headers['content-disposition']);
  const received = await translated(rawRefusal, () => library.receive(content, options));
  return { received, name, body, refusal: rawRefusal, discard: () => received.discard() };
}

/** The address of a file, from the fields of a body that is none itself, or from the query. */
function sentAddress(body: Body, { request }: Call): string | null {
  if (body.kind === 'raw') return null;
  const fields = body.kind === 'json' ? body.value : body.kind === 'form' ? body.fields : null;
  const inBody = isRecord(fields) ? fields['url'] : undefined;
  const url = inBody ?? request.query['url'];
  return typeof url === 'string' && url !== '' ? url : null;
}

/** Receives the first part called `file` and skips all others. */
function formFile(library: MediaLibrary, options: ReceiveOptions) {
  let found: { received: SpooledFile; name: string } | null = null;
  let begun = false;
  let seen = false;
  const intake: FileIntake = async ({ field, name, stream }) => {
    seen = true;
    if (field !== 'file' || begun) {
      stream.resume();
      return;
    }
    begun = true;
    // Some clients send the full path of the file.
    const ownName = baseNameOf(name.replaceAll('\\', '/'));
    const received = await translated(formRefusal, () => library.receive(stream, options));
    found = { received, name: ownName };
  };
  return { intake, taken: () => found, sawFiles: () => seen };
}

/** The body as the file. JSON is parsed only if Content-Disposition is missing, which `rawName` then refuses. */
function rawContent(body: Body, type = ''): Readable {
  if (body.kind === 'raw') return body.stream;
  if (body.kind === 'json' && body.value !== null) return Readable.from([Buffer.from(JSON.stringify(body.value))]);
  const isForm = body.kind === 'form' && Object.keys(body.fields).length > 0;
  // A multipart form would have had the file as one of its parts.
  if (isForm && !type.toLowerCase().startsWith('multipart/')) {
    throw mediaErrors.rest_upload_no_content_disposition();
  }
  throw mediaErrors.rest_upload_no_data();
}

function rawName(body: Body, disposition: string | undefined): string {
  if (body.kind === 'raw' && body.type === '') throw mediaErrors.rest_upload_no_content_type();
  if (!disposition) throw mediaErrors.rest_upload_no_content_disposition();
  const name = dispositionFileName(disposition);
  if (name === null) throw mediaErrors.rest_upload_invalid_disposition();
  return name;
}

/** The error for a file that did not come with a form. */
export const rawRefusal = (error: UploadRefused): ApiError => {
  if (error.reason === 'no-data') return mediaErrors.rest_upload_no_data();
  return commonRefusal(error) ?? mediaErrors.rest_upload_sideload_error({ why: error.message }, { cause: error });
};

const formRefusal = (error: UploadRefused): ApiError =>
  commonRefusal(error) ?? mediaErrors.rest_upload_unknown_error({ why: error.message }, { cause: error });

function commonRefusal(error: UploadRefused): ApiError | null {
  if (error.reason === 'hash-mismatch') return mediaErrors.rest_upload_hash_mismatch();
  if (error.reason === 'too-large') return mediaErrors.rest_upload_file_too_big({ why: error.message });
  if (error.reason === 'quota') return mediaErrors.platen_media_quota({ why: error.message });
  return null;
}

/** Runs work that may refuse the file, and turns the refusal into an error of the interface. */
export async function translated<T>(refusal: Upload['refusal'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadRefused) throw refusal(error);
    throw error;
  }
}

/** The errors of uploads. Codes are the contract; the statuses are 4xx wherever the request is at fault. */
export const mediaErrors = defineErrors({
  rest_upload_no_data: {
    status: 400,
    message: () => 'The request has no file. Send it as the body, or as the part "file" of a form.',
  },
  rest_upload_no_content_type: { status: 400, message: () => 'The Content-Type header is missing.' },
  rest_upload_no_content_disposition: {
    status: 400,
    message: () => 'The Content-Disposition header is missing. Send attachment; filename="…".',
  },
  rest_upload_invalid_disposition: {
    status: 400,
    message: () => 'The Content-Disposition header has no file name. Send attachment; filename="…".',
  },
  rest_upload_hash_mismatch: {
    status: 412,
    message: () => 'The checksum does not match the file. Send the file again.',
  },
  rest_upload_sideload_error: { status: 400, message: (at: { why: string }) => at.why },
  rest_upload_unknown_error: { status: 400, message: (at: { why: string }) => at.why },
  rest_upload_file_too_big: { status: 413, message: (at: { why: string }) => at.why },
  platen_media_quota: { status: 413, message: (at: { why: string }) => at.why },
  rest_invalid_param: { status: 400, message: () => 'A file cannot be attached to another file or to a revision.' },
  rest_cannot_edit_image: { status: 'denied', message: () => 'You may not upload files, nor change them.' },
  rest_unknown_attachment: {
    status: 404,
    message: () => 'This is not the address of a picture of this media item, or its file is missing.',
  },
  rest_image_not_edited: { status: 400, message: (at: { why: string }) => at.why },
  rest_image_crop_failed: { status: 400, message: () => 'The part that was cut out is empty. Choose a larger one.' },
});
