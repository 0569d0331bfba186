import { AwsClient } from 'aws4fetch';
import { defineErrors, defineExtension, type ExtensionTable, errors, option, reply, route, s } from 'platen/extension';

interface Download {
  id: number;
  title: string;
  /** The name of the object in the bucket. */
  objectKey: string;
}

const downloads: ExtensionTable<Download> = {
  name: 'downloads',
  columns: { id: 'id', title: 'text', objectKey: 'text' },
  key: 'id',
};

const downloadErrors = defineErrors({
  download_unknown: { status: 404, message: () => 'There is no such download.' },
  download_not_set_up: { status: 503, message: () => 'Downloads are not set up on this site.' },
});

/** Files in a private bucket: whoever is logged in gets an address that works for a few minutes. */
export default defineExtension({
  name: 'downloads',
  tables: [downloads],
  options: {
    bucket: option.address(
      {
        env: 'PLATEN_DOWNLOADS_BUCKET',
        help: 'Address of the bucket, such as https://files.s3.eu-central-1.amazonaws.com.',
      },
      ['https'],
    ),
    region: option.text({ env: 'PLATEN_DOWNLOADS_REGION', fallback: 'us-east-1', help: 'Region of the bucket.' }),
    keyId: option.text({ env: 'PLATEN_DOWNLOADS_KEY_ID', help: 'Access key of a user who may read the bucket.' }),
    key: option.text({ env: 'PLATEN_DOWNLOADS_KEY', help: 'Secret of the access key.', secret: true }),
    seconds: option.integer(
      { env: 'PLATEN_DOWNLOADS_SECONDS', fallback: '300', help: 'How long an address works.' },
      { from: 1, to: 604_800 },
    ),
  },
  routes: ({ table, options, clock }) => [
    route({
      method: 'POST',
      path: '/downloads/v1/files',
      summary: 'Offer an object of the bucket for download.',
      args: { title: s.string({ required: true }), object_key: s.string({ required: true }) },
      permit: (_input, { caller }) => {
        if (!caller.can('upload_files')) throw errors.rest_forbidden();
      },
      handle: async ({ title, object_key }) => {
        const id = await table(downloads).insert({ title, objectKey: object_key });
        return reply({ id, title }, { status: 201 });
      },
    }),
    route({
      method: 'GET',
      path: '/downloads/v1/files/{id:int}',
      summary: 'Redirect to the file, for users of the site.',
      // The answer depends on who asks, and expires.
      shareable: false,
      permit: (_input, { caller }) => {
        if (!caller.can('read')) throw errors.rest_forbidden();
      },
      handle: async ({ id }) => {
        if (options.bucket === null) throw downloadErrors.download_not_set_up();
        const [download] = await table(downloads).find({ id });
        if (!download) throw downloadErrors.download_unknown();
        const location = await signedUrl(download.objectKey, { ...options, bucket: options.bucket, now: clock() });
        return reply(
          { title: download.title, url: location },
          {
            status: 302,
            headers: { Location: location, 'Cache-Control': 'private, no-store' },
          },
        );
      },
    }),
  ],
});

interface Signing {
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly key: string;
  readonly seconds: number;
  readonly now: number;
}

/** The address of an object with a signature (AWS Signature Version 4) that expires. */
async function signedUrl(objectKey: string, { bucket, region, keyId, key, seconds, now }: Signing): Promise<string> {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: key, region, service: 's3' });
  const url = new URL(bucket);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${objectKey.split('/').map(encodeURIComponent).join('/')}`;
  url.searchParams.set('X-Amz-Expires', `${seconds}`);
  const datetime = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const signed = await client.sign(url.href, { aws: { signQuery: true, datetime } });
  return signed.url;
}
