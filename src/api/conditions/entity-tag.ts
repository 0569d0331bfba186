import { hash } from 'node:crypto';

/**
 * A strong entity tag: `"VERSION-HASH"`, or `"HASH"` for what has no version, such as a list. The version is that of the
 * item, the hash that of the bytes. A body in an encoding has the same tag with the name of the encoding at its end.
 */
export function entityTag(payload: string | Uint8Array, version?: string): string {
  return tagOfDigest(payloadDigest(payload), version);
}

export const payloadDigest = (payload: string | Uint8Array): string => hash('sha1', payload, 'base64url');

export function tagOfDigest(digest: string, version?: string): string {
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

/** The tag of the same body in an encoding. */
export function encodedTag(etag: string, encoding: string): string {
  return etag.replace(/"$/, `.${encoding}"`);
}

/** The tag without the marks of its encoding, and of a proxy that compressed the body itself. */
export function plainTag(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/\.(?:br|zstd|gzip)"$/, '"');
}

/** The versions that an `If-Match` header names; `*` for any. Tags without a version match nothing. */
export function versionsIn(header: string): readonly string[] | '*' {
  if (header.trim() === '*') return '*';
  return header.split(',').flatMap((tag) => /^"([0-9a-f]{20})-[^"]*"$/.exec(plainTag(tag))?.[1] ?? []);
}
