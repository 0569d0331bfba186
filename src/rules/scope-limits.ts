import { anonymous, type Caller, type NotedChecks, type TypeFacts, thingsOf } from './capabilities.ts';
import { type Scope, type ScopeOf, scopesIn } from './scopes.ts';
import type { TaxonomyType } from './taxonomies.ts';

/** Capabilities whose scope the core decides, whatever a declared type or taxonomy asks for. */
const listed: Readonly<Record<string, Scope>> = {
  read: 'read',
  unfiltered_html: 'content',
  manage_categories: 'content',
  manage_links: 'content',
  upload_files: 'media',
  moderate_comments: 'comments',
  list_users: 'users',
  create_users: 'users',
  edit_users: 'users',
  promote_users: 'users',
  remove_users: 'users',
  delete_users: 'users',
  manage_options: 'settings',
  edit_theme_options: 'settings',
  switch_themes: 'settings',
  unfiltered_upload: 'settings',
  import: 'settings',
  export: 'settings',
};

const draftActs = ['edit', 'delete', 'create', 'edit_others', 'delete_others', 'edit_private', 'delete_private'];
const publicActs = ['publish', 'edit_published', 'delete_published'];

/**
 * The scopes of capabilities: those that are listed here, and those of the types and taxonomies that a site declares. Any
 * other capability, such as one of an extension, belongs to `settings`, so that its name alone opens nothing.
 */
export function contentScopes(
  types: readonly TypeFacts[],
  taxonomies: readonly Pick<TaxonomyType, 'capabilities'>[],
): ScopeOf {
  const known = new Map<string, Scope>();
  for (const { capabilities } of taxonomies) {
    for (const capability of Object.values(capabilities)) known.set(capability, 'content');
  }
  const named = types.filter(({ soleCapability }) => soleCapability === undefined).map(thingsOf);
  for (const things of ['posts', 'pages', ...named]) {
    for (const act of draftActs) known.set(`${act}_${things}`, 'content');
    for (const act of publicActs) known.set(`${act}_${things}`, 'publish');
    known.set(`read_private_${things}`, 'read');
  }
  for (const [capability, scope] of Object.entries(listed)) known.set(capability, scope);
  return (capability) => known.get(capability) ?? 'settings';
}

/** Scopes that cover reading in another one. */
const coveringReads: Readonly<Partial<Record<Scope, readonly Scope[]>>> = {
  content: ['read', 'publish'],
  publish: ['read', 'content'],
  media: ['read'],
  comments: ['read'],
};

/** Limits callers to scopes. The same caller with the same scopes is the same object, so that values can be cached by it. */
export type ScopeLimits = (account: Caller, scopes: readonly Scope[]) => Caller;

/** The ceiling of a credential, besides the capabilities of its account. The caller is made for requests that write. */
export function createScopeLimits(scopeOf: ScopeOf): ScopeLimits {
  const known = new WeakMap<Caller, Map<string, Caller>>();
  return (account, wanted) => {
    const held = scopesIn(wanted);
    const key = held.join(' ');
    const ofAccount = known.get(account) ?? new Map<string, Caller>();
    known.set(account, ofAccount);
    const made = ofAccount.get(key) ?? limitedCallers({ account, held: new Set(held), scopeOf }, null).whenWriting;
    ofAccount.set(key, made);
    return made;
  };
}

interface Limit {
  readonly account: Caller;
  readonly held: ReadonlySet<Scope>;
  readonly scopeOf: ScopeOf;
}

interface LimitedCallers {
  readonly whenReading: Caller;
  readonly whenWriting: Caller;
}

function limitedCallers(limit: Limit, noted: NotedChecks | null): LimitedCallers {
  const both = { whenReading: anonymous, whenWriting: anonymous };
  both.whenReading = limitedCaller(limit, true, both, noted);
  both.whenWriting = limitedCaller(limit, false, both, noted);
  return both;
}

function limitedCaller(limit: Limit, isReading: boolean, both: LimitedCallers, noted: NotedChecks | null): Caller {
  const { account, held, scopeOf } = limit;
  const isCovered = (scope: Scope): boolean =>
    held.has(scope) ||
    (scope === 'read' && (held.has('content') || held.has('publish'))) ||
    (isReading && (coveringReads[scope]?.some((one) => held.has(one)) ?? false));
  const covers = (scope: Scope): boolean => {
    const covered = isCovered(scope);
    if (!covered) noted?.missing.add(scope);
    // Being allowed to read is no reason to write.
    else if (noted && scope !== 'read') noted.isCovered = true;
    return covered;
  };
  /** Who reads sees the names of authors. */
  const scopeFor = (capability: string): Scope =>
    isReading && capability === 'list_users' && held.has('read') ? 'read' : scopeOf(capability);
  let capabilities: ReadonlySet<string> | null = null;
  return {
    userId: account.userId,
    roles: account.roles,
    get capabilities() {
      capabilities ??= new Set([...account.capabilities].filter((one) => isCovered(scopeFor(one))));
      return capabilities;
    },
    can: (capability) => account.can(capability) && covers(scopeFor(capability)),
    ceiling: {
      scopes: held,
      account,
      isReading,
      covers,
      acting: ({ isReading: reads }) => (reads ? both.whenReading : both.whenWriting),
      and: (scope) => {
        const more = limitedCallers({ ...limit, held: new Set([...held, scope]) }, null);
        return isReading ? more.whenReading : more.whenWriting;
      },
      noting: (checks) => limitedCallers(limit, checks)[isReading ? 'whenReading' : 'whenWriting'],
    },
  };
}
