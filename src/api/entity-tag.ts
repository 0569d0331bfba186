import { hash } from 'node:crypto';
import type { Store } from '../storage/store.ts';

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

/** What is stored of an item. */
export interface ItemState {
  /** Everything that belongs to it, in a fixed order: its row, meta and terms. It is digested, never shown. */
  readonly stored: unknown;
  /**
   * Values that all of it is made of, and that stay the same while nothing changes; the version is kept with the first.
   * Left out for what is read anew each time.
   */
  readonly madeOf?: readonly [object, ...unknown[]];
  /** When it was last changed, in milliseconds since the epoch; null where that is not stored. */
  readonly modifiedMs: number | null;
}

/** An item that can be read and changed under conditions. */
export interface VersionedItem {
  /** Keeps others from changing it until the transaction ends. */
  hold(store: Store): Promise<void>;
  /** Null if there is none. */
  state(store: Store): Promise<ItemState | null>;
}

/** Derives the version of an item from what is stored of it. */
export type VersionOf = (state: ItemState) => string;

/**
 * The version is a digest of the stored state, so that a change by any program changes it. The digest has a key of the
 * site: it must not tell those who guess what an item hides, such as the address of a commenter.
 */
export function versionsWith(key: Buffer): VersionOf {
  const known = versions.get(key);
  if (known) return known;
  const made = keyedVersions(key);
  versions.set(key, made);
  return made;
}

const versions = new WeakMap<Buffer, VersionOf>();

/** HMAC-SHA256 (RFC 2104) of two hashes: the library's own costs several times as much for a text of this length. */
function keyedVersions(key: Buffer): VersionOf {
  const block = Buffer.alloc(64);
  (key.length > block.length ? hash('sha256', key, 'buffer') : key).copy(block);
  const [inner, outer] = [block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)];
  const digested = (state: ItemState): string => {
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(JSON.stringify(state.stored))]), 'buffer');
    return hash('sha256', Buffer.concat([outer, digest]), 'hex').slice(0, 20);
  };
  const kept = new WeakMap<object, { readonly parts: readonly unknown[]; readonly version: string }>();
  return (state) => {
    const parts = state.madeOf;
    if (!parts) return digested(state);
    const known = kept.get(parts[0]);
    if (known?.parts.every((part, at) => part === parts[at])) return known.version;
    const version = digested(state);
    kept.set(parts[0], { parts, version });
    return version;
  };
}
