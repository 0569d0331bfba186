import { heldCapabilities } from '../../rules/capabilities.ts';
import { rolesFrom } from '../../rules/roles.ts';
import { OptionsTable } from '../options/options.ts';
import { decodePhp } from '../options/php-serialized.ts';
import type { Session } from '../query/session.ts';

/** The meta key of roles and capabilities; it begins with the site's table prefix. */
export const capabilitiesKey = (prefix: string): string => `${prefix}capabilities`;

/** The capabilities that a stored value grants and denies; empty where it cannot be decoded. */
export function readCapabilities(value: string | null | undefined): Record<string, boolean> {
  const decoded = value == null ? null : decodePhp(value);
  const capabilities: Record<string, boolean> = {};
  if (!decoded?.ok || !(decoded.value instanceof Map)) return capabilities;
  for (const [name, granted] of decoded.value) {
    capabilities[String(name)] = granted === true || granted === 1 || granted === '1';
  }
  return capabilities;
}

const level = /^level_(10|\d)$/;

/**
 * The legacy user level that existing sites store with a user's capabilities: the highest
 * `level_N` that the user's roles grant, and 0 where they grant none.
 */
export async function userLevel(session: Session, capabilities: Readonly<Record<string, boolean>>): Promise<number> {
  const stored = await new OptionsTable(session).get(`${session.site.prefix}user_roles`);
  const decoded = stored === null ? null : decodePhp(stored);
  const held = heldCapabilities(capabilities, rolesFrom(decoded?.ok ? decoded.value : null));
  return Math.max(0, ...[...held].map(([name, granted]) => (granted ? Number(level.exec(name)?.[1] ?? 0) : 0)));
}
