import { uploadErrors } from './upload-errors.ts';

/** The version of the protocol: https://tus.io/protocols/resumable-upload */
export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,creation-with-upload,termination,expiration,checksum';
/** The content type of bytes of an upload. */
export const bytesType = 'application/offset+octet-stream';

/** By the names that clients send. */
const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;
export const checksumNames = checksumAlgorithms.join(',');

type Headers = Readonly<Record<string, string | undefined>>;

const invalid = (why: string) => uploadErrors.platen_upload_header({ why });

export function refuseOtherVersion(headers: Headers): void {
  if (headers['tus-resumable'] === tusVersion) return;
  throw uploadErrors.platen_upload_version(undefined, { headers: { 'Tus-Version': tusVersion } });
}

/** The length of the whole file. */
export function uploadLength(headers: Headers): number {
  if (headers['upload-concat'] !== undefined) throw invalid('Uploads cannot be put together of others: Upload-Concat.');
  if (headers['upload-defer-length'] !== undefined)
    throw invalid('The length of the file must be known from the start. Send Upload-Length.');
  const length = byteCount(headers['upload-length'], 'Upload-Length');
  if (length === 0) throw invalid('The file is empty.');
  return length;
}

export const uploadOffset = (headers: Headers): number => byteCount(headers['upload-offset'], 'Upload-Offset');

function byteCount(text: string | undefined, name: string): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw invalid(`The ${name} header must be a number of bytes.`);
  return Number(text);
}

export interface Checksum {
  readonly algorithm: (typeof checksumAlgorithms)[number];
  readonly digest: Buffer;
}

/** The checksum of the body; null where none was sent. */
export function uploadChecksum(headers: Headers): Checksum | null {
  const sent = headers['upload-checksum'];
  if (sent === undefined) return null;
  const [name = '', digest = ''] = sent.trim().split(' ');
  const algorithm = checksumAlgorithms.find((one) => one === name.toLowerCase());
  if (!algorithm || !isBase64(digest) || digest === '')
    throw invalid(`The Upload-Checksum header must be one of ${checksumNames}, a space and the digest as base64.`);
  return { algorithm, digest: Buffer.from(digest, 'base64') };
}

const mostPairs = 50;

/** The pairs of an `Upload-Metadata` header: names, and values as base64 of UTF-8. */
export function uploadMetadata(headers: Headers): Record<string, string> {
  const pairs = (headers['upload-metadata'] ?? '').split(',').filter((pair) => pair.trim() !== '');
  if (pairs.length > mostPairs) throw invalid(`The Upload-Metadata header may have ${mostPairs} pairs.`);
  const found: Record<string, string> = Object.create(null);
  for (const pair of pairs) {
    const [name = '', value = '', ...more] = pair.trim().split(' ');
    const isSound = more.length === 0 && /^[\x21-\x7e]+$/.test(name) && isBase64(value) && !(name in found);
    if (!isSound) throw invalid('The Upload-Metadata header must be names with base64 values, parted by commas.');
    found[name] = textOf(value);
  }
  return found;
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function textOf(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    throw invalid('The values of the Upload-Metadata header must be UTF-8 as base64.');
  }
}
