import { hash as digest } from 'node:crypto';
import type { Call } from '../../api/call.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type Members, type Schema, s } from '../../lib/schema/schema.ts';

/** The avatar sizes in pixels. */
const sizes = [24, 48, 96] as const;

/** The address of an avatar; its size in pixels goes between both parts. It contains only a hash of the e-mail address. */
export function avatarAddress(
  email: string,
  { site, variant }: Pick<Call, 'site' | 'variant'>,
): { readonly beforeSize: string; readonly afterSize: string } {
  const { avatarDigest } = variant.people;
  const trimmed = email.trim().toLowerCase();
  const name = trimmed === '' ? '' : digest(avatarDigest, trimmed);
  const base =
    avatarDigest === 'sha256' || site.url.startsWith('https:')
      ? 'https://secure.gravatar.com/avatar/'
      : `http://${Number.parseInt(name.charAt(0) || '0', 16) % 3}.gravatar.com/avatar/`;
  return { beforeSize: `${base}${name}?s=`, afterSize: '&d=mm&r=g' };
}

/** The avatar URLs for an e-mail address, one per size. */
export function avatarUrls(email: string, call: Pick<Call, 'site' | 'variant'>): Record<string, string> {
  const { beforeSize, afterSize } = avatarAddress(email, call);
  return Object.fromEntries(sizes.map((size) => [size, `${beforeSize}${size}${afterSize}`]));
}

/** The URLs in an answer, exactly. */
export const avatarResponse = json.object(Object.fromEntries(sizes.map((size) => [size, json.string])));

/** The schema of the field with the avatar URLs. */
export function avatarSchema(description: string): Schema<Members, false> {
  const properties = sizes.map((size) => [
    size,
    {
      description: `Address of the picture, ${size} pixels wide.`,
      type: 'string',
      format: 'uri',
      context: ['embed', 'view', 'edit'],
    },
  ]);
  return s.object({ description, published: { properties: Object.fromEntries(properties) } });
}
