/**
 * What an extension may do. Its host has only what is declared here; a member that is left out is not there.
 */
export interface Capabilities {
  /** Posts of every type and status. `write` goes through the same operations as requests, and includes `read`. */
  readonly content?: 'read' | 'write';
  /** Accounts, without passwords. */
  readonly users?: 'read';
  readonly mail?: true;
  /** The host names it may send requests to; `*.example.org` is every host below that name, `*` is every host. */
  readonly fetch?: readonly string[];
  /** Uploaded files. `write` includes `read`. */
  readonly files?: 'read' | 'write';
  /** Private folders below the data folder. */
  readonly folders?: true;
  /** The cached responses. */
  readonly cache?: true;
  /** Decoding of pictures in isolated processes. */
  readonly pictures?: true;
  /** Everything that is stored, past all rules. For extensions that are trusted like the program itself. */
  readonly store?: true;
}

/** The names of the capabilities, in the order they are listed. */
export const capabilityList = [
  'content',
  'users',
  'mail',
  'fetch',
  'files',
  'folders',
  'cache',
  'pictures',
  'store',
] as const satisfies (keyof Capabilities)[];

const allowed: Readonly<Record<(typeof capabilityList)[number], (value: unknown) => boolean>> = {
  content: (value) => value === 'read' || value === 'write',
  users: (value) => value === 'read',
  mail: (value) => value === true,
  fetch: (value) => Array.isArray(value) && value.every((host) => typeof host === 'string' && isHostPattern(host)),
  files: (value) => value === 'read' || value === 'write',
  folders: (value) => value === true,
  cache: (value) => value === true,
  pictures: (value) => value === true,
  store: (value) => value === true,
};

/** Why these are not capabilities, or null. */
export function capabilitiesProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return '"capabilities" is an object';
  for (const [name, given] of Object.entries(value)) {
    const known = capabilityList.find((one) => one === name);
    if (!known) return `there is no capability "${name}"; there are ${capabilityList.join(', ')}`;
    if (given !== undefined && !allowed[known](given)) return `the capability "${name}" has a value it cannot have`;
  }
  return null;
}

/** The capabilities as a person reads them: `content: write`, `fetch: api.example.org`. */
export function describeCapabilities(capabilities: Capabilities): string[] {
  return capabilityList.flatMap((name) => {
    const value = capabilities[name];
    if (value === undefined) return [];
    if (value === true) return [name];
    return [`${name}: ${typeof value === 'string' ? value : value.join(', ')}`];
  });
}

/** Whether a host name is one that the patterns name. */
export function isNamedHost(patterns: readonly string[], host: string): boolean {
  const name = host.toLowerCase();
  return patterns.some((pattern) => {
    const known = pattern.toLowerCase();
    return known === '*' || known === name || (known.startsWith('*.') && name.endsWith(known.slice(1)));
  });
}

const isHostPattern = (text: string): boolean => /^(?:\*|(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/i.test(text);
