import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import {
  checkpointBytes,
  type DurablePoint,
  type PartialFile,
  PartialFileLost,
  type PartialFiles,
  type PartialState,
  partialFolder,
  type Scratch,
} from './partial-files.ts';

/** A bucket, and the keys of unfinished files in it. */
export interface PartialBucket {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
  readonly bucket: string;
  /** What every key begins with. */
  readonly root: string;
  /** Told of every local file that the bucket has as an object, so that it is not sent there again. */
  readonly assembled: (localFile: string, key: string) => void;
  readonly statusOf: (error: unknown) => number;
}

/** The largest object that can be copied to its final name in one request. */
const mostCopied = 5 * 1024 ** 3;
const maxAttempts = 3;

/**
 * Unfinished files as multipart uploads of a bucket. Parts have at least 5 MB by the rules of S3; what is left at the end
 * of a request is stored as an object of its own. Only one part at a time is on the disk of this instance.
 */
export function s3PartialFiles(place: PartialBucket): PartialFiles {
  const { sdk, client, bucket, root, statusOf } = place;
  const keyOf = (id: string) => `${root}${partialFolder}/${id}`;
  const object = (Key: string) => ({ Bucket: bucket, Key });
  const bodies = sender(place);
  return {
    mostBytes: mostCopied,
    append: (file, body, scratch) => append(file, body, scratch, { ...place, ...bodies, key: keyOf(file.id) }),
    async assemble({ id, length, state }, scratch) {
      const key = state.multipart ? keyOf(id) : state.rest?.key;
      if (key === undefined) throw new PartialFileLost('No bytes of the file are stored.');
      if (state.multipart) await complete(place, key, state);
      const local = await scratch();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(object(key)));
        // In Node the SDK's body is always a Readable; its type also covers browsers.
        if (!(Body instanceof Readable)) throw new TypeError('The S3 client returned a body that is not a stream.');
        await pipeline(Body, createWriteStream(local, { flags: 'wx', mode: 0o600 }));
        if ((await stat(local)).size !== length) throw new PartialFileLost('Bytes of the file are missing.');
      } catch (error) {
        await rm(local, { force: true });
        if (statusOf(error) === 404) throw new PartialFileLost('The parts of the file are gone.', { cause: error });
        throw error;
      }
      place.assembled(local, key);
      return local;
    },
    async remove({ id, state }) {
      const abort = { ...object(keyOf(id)), UploadId: state.multipart ?? '' };
      if (state.multipart)
        await client.send(new sdk.AbortMultipartUploadCommand(abort)).catch((error: unknown) => {
          // It was completed or aborted before.
          if (statusOf(error) !== 404) throw error;
        });
      const keys = { Bucket: bucket, Prefix: keyOf(id) };
      for await (const page of sdk.paginateListObjectsV2({ client }, keys)) {
        for (const { Key } of page.Contents ?? []) if (Key) await client.send(new sdk.DeleteObjectCommand(object(Key)));
      }
    },
  };
}

type Appending = PartialBucket & ReturnType<typeof sender> & { readonly key: string };

async function* append(
  file: PartialFile,
  body: AsyncIterable<Uint8Array>,
  scratch: Scratch,
  { sdk, client, bucket, key, sendPart, sendObject, readObject }: Appending,
): AsyncGenerator<DurablePoint> {
  let { received, state } = file;
  const stale = state.rest;
  const path = await scratch();
  const out = await open(path, 'wx+', 0o600);
  let waiting = 0;
  const flush = async (): Promise<void> => {
    const number = (state.parts ?? []).length + 1;
    const tag = await sendPart(key, { multipart: state.multipart ?? '', number, path, size: waiting });
    state = { multipart: state.multipart ?? '', parts: [...(state.parts ?? []), tag] };
    await out.truncate(0);
    waiting = 0;
  };
  try {
    if (stale) {
      for await (const chunk of await readObject(stale.key)) waiting += await writeAt(out, chunk, waiting);
      if (waiting !== stale.size) throw new PartialFileLost('Bytes of the file are missing.');
    }
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + checkpointBytes - waiting);
        waiting += await writeAt(out, piece, waiting);
        received += piece.length;
        at += piece.length;
        if (waiting < checkpointBytes) continue;
        if (!state.multipart) {
          const begun = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket: bucket, Key: key }));
          // Recorded before it has parts, so that they are found and removed whatever happens.
          state = { ...state, multipart: begun.UploadId ?? '' };
          yield { received: file.received, state };
        }
        await flush();
        yield { received, state };
      }
    }
    if (received > file.received && waiting > 0) {
      // The last part may be a small one.
      if (received === file.length && state.multipart) await flush();
      else {
        const rest = { key: `${key}.${received}`, size: waiting };
        await sendObject(rest.key, path, waiting);
        state = { ...state, rest };
      }
    }
    yield { received, state };
    if (stale && stale.key !== state.rest?.key)
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: stale.key }));
  } finally {
    await out.close();
    await rm(path, { force: true });
  }
}

async function writeAt(out: Awaited<ReturnType<typeof open>>, chunk: Uint8Array, position: number): Promise<number> {
  for (let written = 0; written < chunk.length; )
    written += (await out.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  return chunk.length;
}

/** Makes an object of the parts; one that was made before, by a server that was killed afterwards, is left as it is. */
async function complete({ sdk, client, bucket, statusOf }: PartialBucket, key: string, state: PartialState) {
  const Parts = (state.parts ?? []).map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
  const whole = { Bucket: bucket, Key: key, UploadId: state.multipart ?? '', MultipartUpload: { Parts } };
  await client.send(new sdk.CompleteMultipartUploadCommand(whole)).catch(async (error: unknown) => {
    if (statusOf(error) !== 404) throw error;
    await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }));
  });
}

/** Sends local files; the SDK retries every request except these, since it cannot restart a stream. */
function sender({ sdk, client, bucket, statusOf }: PartialBucket) {
  const retried = async <T>(
    path: string,
    size: number,
    send: (body: Readable) => Promise<T>,
    attempt = 1,
  ): Promise<T> => {
    const body = createReadStream(path, { start: 0, end: size - 1 });
    try {
      return await send(body);
    } catch (error) {
      const status = statusOf(error);
      if (attempt === maxAttempts || (status > 0 && status < 500)) throw error;
    } finally {
      body.destroy();
    }
    await setTimeout(200 * attempt);
    return retried(path, size, send, attempt + 1);
  };
  return {
    async sendPart(
      Key: string,
      { multipart, number, path, size }: { multipart: string; number: number; path: string; size: number },
    ): Promise<string> {
      const part = { Bucket: bucket, Key, UploadId: multipart, PartNumber: number, ContentLength: size };
      const sent = await retried(path, size, (Body) => client.send(new sdk.UploadPartCommand({ ...part, Body })));
      return sent.ETag ?? '';
    },
    async sendObject(Key: string, path: string, size: number): Promise<void> {
      const object = { Bucket: bucket, Key, ContentLength: size };
      await retried(path, size, (Body) => client.send(new sdk.PutObjectCommand({ ...object, Body })));
    },
    async readObject(Key: string): Promise<Readable> {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key })).catch((error: unknown) => {
        if (statusOf(error) === 404) throw new PartialFileLost('Bytes of the file are gone.', { cause: error });
        throw error;
      });
      // As above.
      if (!(Body instanceof Readable)) throw new TypeError('The S3 client returned a body that is not a stream.');
      return Body;
    },
  };
}
