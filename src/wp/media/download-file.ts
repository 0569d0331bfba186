import type { Call } from '../../api/call.ts';
import { defineErrors } from '../../lib/errors.ts';
import type { FetchedAnswer } from '../../lib/fetcher.ts';
import { FetchRefused } from '../../lib/outbound-url.ts';
import type { Downloads } from '../../media/downloads.ts';
import { extensionOf, fileTypeOf, fileTypes } from '../../media/files/file-types.ts';
import { baseNameOf } from '../../media/files/media-path.ts';
import type { SpooledFile } from '../../media/files/spool.ts';
import { UploadRefused } from '../../media/upload-refusal.ts';
import { rawRefusal, translated, type Upload } from './receive-upload.ts';

/** Most characters of an address. */
export const longestAddress = 2048;

interface RemoteFile {
  readonly url: string;
  readonly filename?: string | undefined;
}

/** All of a download, redirects included. */
const timeoutMs = 60_000;

/** Fetches a file to the spool, as an upload would have arrived there; given up when the client is gone. */
export async function receiveRemoteFile(
  { url, filename }: RemoteFile,
  call: Call,
  { room, ...context }: Downloads,
): Promise<Upload> {
  const { roles } = call.caller;
  const maxBytes = Math.min(context.maxBytes, context.library.mostBytes(roles));
  const gone = new AbortController();
  const unwatch = call.request.whenGone?.(() => gone.abort());
  try {
    const { received, answer } = await room.run(call.caller.userId, () =>
      download(url, gone.signal, { ...context, maxBytes, roles }),
    );
    // Rights are checked again, as they are now.
    call.forget();
    const name = filename ? baseNameOf(filename.replaceAll('\\', '/')) : remoteFileName(answer.url, answer.contentType);
    const body = await call.request.body();
    return { received, name, body, refusal: rawRefusal, isForeign: true, discard: () => received.discard() };
  } finally {
    unwatch?.();
  }
}

async function download(
  url: string,
  signal: AbortSignal,
  { fetch, library, maxBytes, roles }: Omit<Downloads, 'room'> & { readonly roles: readonly string[] },
): Promise<{ readonly received: SpooledFile; readonly answer: FetchedAnswer }> {
  let received: SpooledFile | null = null;
  // What went wrong on our side must not look like a fault of the other host.
  let fault: unknown = null;
  const receive = async (chunks: AsyncIterable<Buffer>) => {
    try {
      received = await library.receive(chunks, { roles });
    } catch (error) {
      fault = isTooLarge(error) ? new UploadRefused('too-large', `Files may have at most ${maxBytes} bytes.`) : null;
      if (!(error instanceof UploadRefused && error.reason === 'interrupted')) fault = error;
      throw error;
    }
  };
  const answer = await fetch(url, {
    maxBytes,
    timeoutMs,
    signal,
    receive,
  }).catch(async (error: unknown) => {
    await received?.discard();
    if (fault !== null) return translated(rawRefusal, () => Promise.reject(fault));
    if (error instanceof FetchRefused) throw remoteMediaErrors.platen_media_not_fetched(undefined, { cause: error });
    throw error;
  });
  if (!received) throw remoteMediaErrors.platen_media_not_there({ status: answer.status });
  return { received, answer };
}

/** The fetch stops at the same size as the spool, whichever notices first. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof UploadRefused && error.cause instanceof FetchRefused && error.cause.reason === 'size';

/**
 * The name of a fetched file: the last part of its address. Where that has no extension of a known type, the media type
 * that its host states gives one. It is a claim like any name: the bytes decide.
 *
 * @example remoteFileName('https://example.org/a/My%20dog.jpg?w=2', 'image/jpeg') // My dog.jpg
 * @example remoteFileName('https://example.org/photos/77', 'image/png') // 77.png
 */
export function remoteFileName(url: string, contentType: string): string {
  const name = lastPart(url);
  if (fileTypeOf(extensionOf(name))) return name;
  const [extension] = fileTypes.find((type) => type.mime === contentType)?.extensions ?? [];
  return extension === undefined ? name : `${name || 'file'}.${extension}`;
}

function lastPart(url: string): string {
  const { pathname } = new URL(url);
  const part = baseNameOf(pathname);
  try {
    return baseNameOf(decodeURIComponent(part).replaceAll('\\', '/'));
  } catch {
    // Not percent-encoded UTF-8: the name is shown as it was sent.
    return part;
  }
}

/** The errors of files that the server fetches. */
export const remoteMediaErrors = defineErrors({
  // One message for every reason, so that nobody learns from it what is in the network of the server.
  platen_media_not_fetched: {
    status: 400,
    message: () =>
      'The file could not be fetched. Its address must be http or https, on a public host that answers in time.',
  },
  platen_media_not_there: {
    status: 400,
    message: (at: { status: number }) => `The host of the file answered with status ${at.status}.`,
  },
});
