import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { FileStore } from './file-store.ts';
import { isMediaPath } from './media-path.ts';

/** Where the bucket is and how to get in. */
export interface S3Options {
  readonly bucket: string;
  /** Key prefix inside the bucket, without slashes at its ends; empty for none. */
  readonly prefix?: string;
  readonly region: string;
  /** For services other than Amazon's; such services are addressed by path. */
  readonly endpoint?: string;
  /** Left out, the SDK looks for credentials where it always does (environment, instance role). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Keeps files in an S3-compatible bucket. The SDK is loaded here and nowhere else, so only who uses it pays for it. */
export async function createS3FileStore(options: S3Options): Promise<FileStore> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: options.region,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    // Compatible services differ in which checksum trailers they know; the digest we verify is our own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
  });
  const root = options.prefix ? `${options.prefix}/` : '';
  const object = (path: string) => ({ Bucket: options.bucket, Key: root + path });
  const underway = new Set<string>();

  const put = async (path: string, localFile: string, mime: string, attempt = 1): Promise<boolean> => {
    const { size } = await stat(localFile);
    const body = createReadStream(localFile);
    try {
      const upload = { ...object(path), Body: body, ContentLength: size, ContentType: mime, IfNoneMatch: '*' };
      await client.send(new sdk.PutObjectCommand(upload));
      return true;
    } catch (error) {
      if ([409, 412].includes(statusOf(error))) return false;
      // The SDK repeats every request but this one, since it cannot know how to start the stream again.
      if (attempt === ATTEMPTS || (statusOf(error) > 0 && statusOf(error) < 500)) throw error;
    } finally {
      body.destroy();
    }
    await setTimeout(200 * attempt);
    return put(path, localFile, mime, attempt + 1);
  };

  const store: FileStore = {
    keep: async (path, localFile, mime) => {
      // The condition on the upload decides; these two help where a service does not know conditions.
      if (!isMediaPath(path) || underway.has(path)) return false;
      underway.add(path);
      try {
        const kept = (await store.stat(path)) === null && (await put(path, localFile, mime));
        if (kept) await rm(localFile, { force: true });
        return kept;
      } finally {
        underway.delete(path);
      }
    },
    stat: async (path) => {
      if (!isMediaPath(path)) return null;
      const head = await absentAsNull(client.send(new sdk.HeadObjectCommand(object(path))));
      if (head === null) return null;
      return {
        size: head.ContentLength ?? 0,
        modified: head.LastModified ?? new Date(0),
        tag: (head.ETag ?? '').replaceAll('"', ''),
      };
    },
    read: async (path, span) => {
      if (!isMediaPath(path)) return null;
      const Range = span ? `bytes=${span.first}-${span.last}` : undefined;
      const answer = await absentAsNull(client.send(new sdk.GetObjectCommand({ ...object(path), Range })));
      // In Node the SDK's body is always a Readable; its type also covers browsers.
      return answer === null ? null : (answer.Body as unknown as Readable);
    },
    remove: async (path) => {
      if (isMediaPath(path)) await client.send(new sdk.DeleteObjectCommand(object(path)));
    },
    list: (prefix) => listKeys(client, options.bucket, root, prefix),
    // An object appears when its upload is complete, so there is nothing half-done to clear.
    sweep: async () => {},
    close: async () => client.destroy(),
  };
  return store;
}

const ATTEMPTS = 3;

/** Errors reach the log through whoever catches them; the SDK's own lines on the console would come on top. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

async function* listKeys(client: S3Client, bucket: string, root: string, prefix: string): AsyncGenerator<string> {
  const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: root + prefix })) {
    for (const { Key } of page.Contents ?? []) {
      const path = Key?.slice(root.length) ?? '';
      if (isMediaPath(path)) yield path;
    }
  }
}

async function absentAsNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
}
