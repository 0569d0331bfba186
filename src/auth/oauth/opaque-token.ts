import { hash as digest, randomBytes } from 'node:crypto';

/** The kinds of secrets; their beginnings let programs that look for leaked secrets know them. */
const beginnings = {
  access: 'platen_access_',
  refresh: 'platen_refresh_',
  code: 'platen_code_',
  device: 'platen_device_',
};

export type OpaqueKind = keyof typeof beginnings;

/** A secret of 256 bits that nobody can guess; only its hash is stored. */
export const makeOpaque = (kind: OpaqueKind): string => beginnings[kind] + randomBytes(32).toString('base64url');

/** The hash to look it up by; null for a text that no secret of this kind looks like. */
export function hashOfOpaque(text: string, kind: OpaqueKind): string | null {
  const start = beginnings[kind];
  return text.startsWith(start) && /^[\w-]{43}$/.test(text.slice(start.length)) ? hashOf(text) : null;
}

/** SHA-256 is enough for what cannot be guessed, and quick enough for every request. */
export const hashOf = (text: string): string => digest('sha256', text, 'hex');
