import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Store } from '../storage/store.ts';
import type { FileStore } from './files/file-store.ts';
import { createLocalFileStore } from './files/local-file-store.ts';
import { createS3FileStore, type S3Options } from './files/s3-file-store.ts';
import { type MediaLibrary, type MediaLibraryOptions, openMediaLibrary } from './media-library.ts';
import { createUploadClaims } from './upload-claims.ts';

type MediaConfig = Pick<Config, 'mediaStorage' | 'uploadsDir' | 'uploadLimitMegabytes'>;

/** Opens the configured media library: a folder on this machine, or an S3 bucket. */
export async function createMediaLibrary(
  config: MediaConfig,
  dataDir: string,
  rows: Store,
  more: Pick<MediaLibraryOptions, 'sizes' | 'imageLimits'> = {},
): Promise<MediaLibrary> {
  return openMediaLibrary({
    store: await openFileStore(config, dataDir),
    claims: (owner) => createUploadClaims(rows, owner),
    spoolFolder: join(dataDir, 'spool'),
    maxBytes: config.uploadLimitMegabytes * 1024 * 1024,
    ...more,
  });
}

async function openFileStore({ mediaStorage, uploadsDir }: MediaConfig, dataDir: string): Promise<FileStore> {
  if (mediaStorage) return createS3FileStore(readS3Address(mediaStorage));
  return createLocalFileStore(uploadsDir || join(dataDir, 'uploads'));
}

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…`; `s3+http` is for a service on the same machine.
 * Without a key the SDK uses its default credential providers.
 */
export function readS3Address(address: string): S3Options {
  const url = new URL(address);
  const [bucket = '', ...prefix] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  if (bucket === '') throw new Error('The URL of the media storage has no bucket.');
  return {
    bucket,
    prefix: prefix.join('/'),
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}`,
    ...(url.username === ''
      ? {}
      : {
          credentials: {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
        }),
  };
}
