import type { Call } from '../../api/call.ts';
import { FetchRefused } from '../../fetch/fetch-refused.ts';
import type { FetchedAnswer } from '../../fetch/fetcher.ts';
import { baseNameOf } from '../../media/files/media-path.ts';
import type { SpooledFile } from '../../media/files/spool.ts';
import { UploadRefused } from '../../media/upload-refused.ts';
import { rawRefusal, translated, type Upload } from '../../wp/media/receive-upload.ts';
import { remoteFileName } from './remote-file-name.ts';
import type { RemoteMediaContext } from './remote-media-context.ts';
import { remoteMediaErrors } from './remote-media-errors.ts';

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
  { room, ...context }: Omit<RemoteMediaContext, 'core'>,
): Promise<Upload> {
  const gone = new AbortController();
  const unwatch = call.request.whenGone?.(() => gone.abort());
  try {
    const { received, answer } = await room.run(call.caller.userId, () => download(url, gone.signal, context));
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
  { fetch, library, maxBytes }: Omit<RemoteMediaContext, 'core' | 'room'>,
): Promise<{ readonly received: SpooledFile; readonly answer: FetchedAnswer }> {
  let received: SpooledFile | null = null;
  // What went wrong on our side must not look like a fault of the other host.
  let fault: unknown = null;
  const receive = async (chunks: AsyncIterable<Buffer>) => {
    try {
      received = await library.receive(chunks);
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
