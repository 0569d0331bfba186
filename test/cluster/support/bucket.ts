import S3rver from '@20minutes/s3rver';
import type { Guard } from './guard.ts';

/** An S3 server with one bucket; it ignores `If-None-Match`, as some stores do. */
export interface Bucket {
  /** For `PLATEN_MEDIA_STORAGE`. */
  readonly address: string;
  /** The folder on disk that holds the objects. */
  readonly folder: string;
  close(): Promise<void>;
}

export async function startBucket(guard: Guard): Promise<Bucket> {
  const directory = await guard.folder('bucket');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  const { port } = await server.run();
  return {
    address: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/media`,
    folder: directory,
    close: () => server.close(),
  };
}
