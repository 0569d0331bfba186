import { heldCapabilities } from '../content/caller.ts';
import { rolesFrom } from '../content/roles.ts';
import { OptionsTable } from './options.ts';
import { decodePhp } from './php-serialized.ts';
import type { Session } from './session.ts';

const level = /^level_(10|\d)$/;

/**
 * The number that existing sites keep beside a user's capabilities, from before there were roles: the highest
 * `level_N` that the user's roles give, and 0 where they give none.
 */
export async function userLevel(session: Session, capabilities: Readonly<Record<string, boolean>>): Promise<number> {
  const stored = await new OptionsTable(session).get(`${session.site.prefix}user_roles`);
  const decoded = stored === null ? null : decodePhp(stored);
  const held = heldCapabilities(capabilities, rolesFrom(decoded?.ok ? decoded.value : null));
  return Math.max(0, ...[...held].map(([name, granted]) => (granted ? Number(level.exec(name)?.[1] ?? 0) : 0)));
}
