/** What a credential may be limited to, each with what it allows. A scope never gives more than the roles of the account. */
export const scopeTable = {
  read: 'Read what the account may read of content, media and comments, drafts and private items too.',
  content: 'Write drafts, terms and what belongs to them; without `publish` no item that visitors see.',
  publish: 'Publish items, and change or remove published ones.',
  media: 'Upload files, and change or remove them.',
  comments: 'Write comments, and moderate them.',
  users: 'See accounts with their addresses, make and change them.',
  settings: 'Settings, menus, templates, webhooks, logs, and everything that no other scope names.',
  propose: 'Propose changes; nothing is changed until a person accepts them.',
} as const;

export type Scope = keyof typeof scopeTable;

/** Every scope. */
export const scopes: readonly Scope[] = [
  'read',
  'content',
  'publish',
  'media',
  'comments',
  'users',
  'settings',
  'propose',
];

export const isScope = (name: unknown): name is Scope => typeof name === 'string' && Object.hasOwn(scopeTable, name);

/** The scopes in these names, each once, in the order of the list; names of no scope are left out. */
export const scopesIn = (names: Iterable<unknown>): Scope[] => {
  const wanted = new Set(names);
  return scopes.filter((scope) => wanted.has(scope));
};

/** Which scope a capability belongs to; `settings` for those that nobody has listed. */
export type ScopeOf = (capability: string) => Scope;
