import type { Words } from '../../words/en.ts';

/** The roles of a site, the mightiest first. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** The name of a role; one that an extension made has its own. */
export function roleName(words: Words, role: string): string {
  const known = roles.find((one) => one === role);
  return known ? words.users.roles[known] : role;
}
