import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { loadOptional } from '../../lib/error-code.ts';
import { s3PartialFiles } from '../uploads/s3-partial-files.ts';
import type { FileStore } from './file-store.ts';
import { isMediaPath } from './media-path.ts';

/** Location and credentials of the bucket. */
export interface S3Options {
  readonly bucket: string;
  /** Key prefix inside the bucket, without slashes at its ends; empty for none. */
  readonly prefix?: string;
  readonly region: string;
  /** For services other than Amazon's; these use path-style URLs. */
  readonly endpoint?: string;
  /** If left out, the SDK uses its default credential providers (environment, instance role). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Stores files in an S3-compatible bucket. Loads the SDK on demand, so that other sites do not pay for it. */
export async function createS3FileStore(options: S3Options): Promise<FileStore> {
  const sdk = await loadOptional('@aws-sdk/client-s3', 'PLATEN_MEDIA_STORAGE', () => import('@aws-sdk/client-s3'));
  const client = new sdk.S3Client({
    region: options.region,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    // Compatible services differ in which checksum trailers they support; uploads are verified by our own digest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
  });
  const root = options.prefix ? `${options.prefix}/` : '';
  const object = (path: string) => ({ Bucket: options.bucket, Key: root + path });
  const uploading = new Set<string>();
  /** Local files that the bucket has as objects already, with their keys. */
  const copied = new Map<string, string>();

  /** The mark of the `put` that stored an object; undefined where there is no object, or no mark. */
  const markOf = async (path: string): Promise<string | undefined> =>
    (await absentAsNull(client.send(new sdk.HeadObjectCommand(object(path)))))?.Metadata?.[markName];

  const send = async (path: string, { localFile, mime, mark, condition }: SentFile): Promise<void> => {
    const Metadata = { [markName]: mark };
    const source = copied.get(localFile);
    if (source !== undefined) {
      const CopySource = `${options.bucket}/${source.split('/').map(encodeURIComponent).join('/')}`;
      const copy = { ...object(path), CopySource, ContentType: mime, Metadata };
      await client.send(new sdk.CopyObjectCommand({ ...copy, MetadataDirective: 'REPLACE' }));
      return;
    }
    const { size } = await stat(localFile);
    const body = createReadStream(localFile);
    try {
      const request = { ...object(path), Body: body, ContentLength: size, ContentType: mime, Metadata };
      await client.send(new sdk.PutObjectCommand(condition ? { ...request, IfNoneMatch: '*' } : request));
    } finally {
      body.destroy();
    }
  };
  /** False when the path is taken. A reply that was lost is no reason to take our own object for another's. */
  const upload = async (path: string, file: SentFile, attempt = 1): Promise<boolean> => {
    try {
      await send(path, file);
      return true;
    } catch (error) {
      const status = statusOf(error);
      if (status === 409 || status === 412) return (await markOf(path)) === file.mark;
      // Not every service knows conditional writes. Uploads do not need them: the database gives each path to one.
      if (status === 501 && file.condition) return upload(path, { ...file, condition: false }, attempt);
      // The SDK retries every request except this one, since it cannot restart the stream.
      if (attempt === maxAttempts || (status > 0 && status < 500)) throw error;
    }
    await setTimeout(200 * attempt);
    return upload(path, file, attempt + 1);
  };

  const store: FileStore = {
    put: async (path, localFile, mime) => {
      if (!isMediaPath(path) || uploading.has(path)) return false;
      uploading.add(path);
      try {
        const isStored = (await store.stat(path)) === null && (await upload(path, sentFile(localFile, mime)));
        if (isStored) await rm(localFile, { force: true });
        return isStored;
      } finally {
        copied.delete(localFile);
        uploading.delete(path);
      }
    },
    replace: async (path, localFile, mime) => {
      if (!isMediaPath(path)) return;
      await upload(path, { ...sentFile(localFile, mime), condition: false });
      await rm(localFile, { force: true });
    },
    stat: async (path) => {
      if (!isMediaPath(path)) return null;
      const head = await absentAsNull(client.send(new sdk.HeadObjectCommand(object(path))));
      if (head === null) return null;
      return {
        size: head.ContentLength ?? 0,
        modified: head.LastModified ?? new Date(0),
        tag: tagIn(head),
      };
    },
    read: async (path, span, tag) => {
      if (!isMediaPath(path)) return null;
      const Range = span ? `bytes=${span.first}-${span.last}` : undefined;
      const answer = await absentAsNull(client.send(new sdk.GetObjectCommand({ ...object(path), Range })));
      if (answer === null) return null;
      if (tag !== undefined && tag !== tagIn(answer)) {
        if (answer.Body instanceof Readable) answer.Body.destroy();
        return null;
      }
      // In Node the SDK's body is always a Readable; its type also covers browsers.
      if (!(answer.Body instanceof Readable))
        throw new TypeError('The S3 client returned a body that is not a stream.');
      return answer.Body;
    },
    localFile: async () => null,
    remove: async (path) => {
      if (isMediaPath(path)) await client.send(new sdk.DeleteObjectCommand(object(path)));
    },
    // There are no folders, only keys.
    removeEmptyFolders: async () => {},
    list: (prefix) => listKeys(client, options.bucket, root, prefix),
    partial: s3PartialFiles({
      sdk,
      client,
      bucket: options.bucket,
      root,
      statusOf,
      assembled: (localFile, key) => copied.set(localFile, key),
    }),
    // An object appears only when its upload is complete, so nothing unfinished is left.
    sweep: async () => {},
    close: async () => client.destroy(),
  };
  return store;
}

const maxAttempts = 3;

const tagIn = ({ ETag = '' }: { readonly ETag?: string | undefined }): string => ETag.replaceAll('"', '');

/** The object metadata that holds the mark. */
const markName = 'platen-upload';

/** A file on its way, with a mark by which its object can be told from another's. */
interface SentFile {
  readonly localFile: string;
  readonly mime: string;
  readonly mark: string;
  readonly condition: boolean;
}

const sentFile = (localFile: string, mime: string): SentFile => ({
  localFile,
  mime,
  mark: randomUUID(),
  condition: true,
});

/** Callers log the errors they catch; the SDK would log them to the console a second time. */
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
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : null;
  const status = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata;
  return status && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : 0;
}
