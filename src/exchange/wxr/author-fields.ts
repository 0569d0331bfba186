/**
 * Whether a field of a user may travel with an export file. Roles, sessions and passwords belong to one site, and keys
 * that begin with an underscore are private to the program that wrote them.
 */
export function isPortableUserKey(key: string): boolean {
  return !/^_|(?:capabilities|user_level|user-settings|user-settings-time)$|^session_tokens$|dashboard/.test(key);
}

/** Fields that the members of an author say already. */
export const namedUserKeys: ReadonlySet<string> = new Set(['first_name', 'last_name']);
