import { isGranted } from './roles.ts';
/** A caller who is not logged in. */
export const anonymous = { userId: 0, roles: [], capabilities: new Set(), can: () => false };
/** The program itself, for background work such as publishing scheduled posts. It may do everything. */
export const system = { userId: 0, roles: [], capabilities: new Set(), can: () => true };
/** Creates the caller for a user from the role names and single capabilities stored for the user. */
export function callerOf(userId, stored, table) {
  const held = heldCapabilities(stored, table);
  const capabilities = new Set([...held].filter(([, granted]) => granted).map(([name]) => name));
  return {
    userId,
    roles: roleNames(stored, table),
    capabilities,
    can: (capability) => capabilities.has(capability),
  };
}
/** The roles among the names stored for a user, in stored order. */
export function roleNames(stored, table) {
  return Object.keys(stored).filter((name) => isGranted(stored[name]) && table.has(name));
}
/** The capabilities of a user's roles, overridden by those stored for the user alone. */
export function heldCapabilities(stored, table) {
  const held = new Map();
  for (const name of roleNames(stored, table)) {
    for (const [capability, granted] of Object.entries(table.get(name).capabilities)) held.set(capability, granted);
  }
  for (const [name, granted] of Object.entries(stored)) held.set(name, isGranted(granted));
  return held;
}
