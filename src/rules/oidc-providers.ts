/** A provider that people log in with (OpenID Connect), as the configuration declares it. */
export interface OidcProvider {
  /** Its issuer, to the letter; what else is needed is read below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Left out for a client without one; PKCE is used in any case. */
  readonly clientSecret?: string;
  /** What the button says after "Log in with". */
  readonly label?: string;
  /** What is asked for: `openid email profile` unless it says otherwise. */
  readonly scopes?: string;
  /** Whether a person without an identity here gets the account with the mail address that the provider has verified. */
  readonly linkByEmail?: boolean;
  /** Whether a person without an account gets one, with the mail address that the provider has verified. */
  readonly createAccounts?: boolean;
  /** The claim that names groups or roles: a text or a list of texts. */
  readonly roleClaim?: string;
  /** Roles of the site by values of the claim, the first that fits counts; set at each log-in. */
  readonly roles?: Readonly<Record<string, string>>;
  /** The role where no value fits. Without it, and with `roleClaim`, such a person is refused. */
  readonly role?: string;
  /** Whether logging out here logs out there too. */
  readonly logout?: boolean;
}

export type OidcProviders = Readonly<Record<string, OidcProvider>>;

const kinds: { readonly [Name in keyof Required<OidcProvider>]: 'string' | 'boolean' | 'object' } = {
  issuer: 'string',
  clientId: 'string',
  clientSecret: 'string',
  label: 'string',
  scopes: 'string',
  linkByEmail: 'boolean',
  createAccounts: 'boolean',
  roleClaim: 'string',
  roles: 'object',
  role: 'string',
  logout: 'boolean',
};

/** The names of providers stand in addresses. */
export const isProviderName = (name: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(name);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with declared providers, in a few words; null where nothing is. */
export function oidcProvidersProblem(given: unknown): string | null {
  if (!isRecord(given)) return 'must be an object of providers by name';
  for (const [name, provider] of Object.entries(given)) {
    if (!isProviderName(name)) return `${name} must begin with a letter and have a-z, 0-9 and - only`;
    const problem = providerProblem(provider);
    if (problem) return `${name}: ${problem}`;
  }
  return null;
}

function providerProblem(provider: unknown): string | null {
  if (!isRecord(provider)) return 'must be an object with issuer and clientId';
  for (const [member, value] of Object.entries(provider)) {
    if (!Object.hasOwn(kinds, member)) return `there is no setting ${member}`;
    // The member is one of the names.
    const kind = kinds[member as keyof typeof kinds];
    if (kind === 'object' ? !isTextMap(value) : typeof value !== kind) return `${member} is of the wrong type`;
  }
  const { issuer, clientId, roles, roleClaim, scopes } = provider;
  if (typeof issuer !== 'string' || !isIssuer(issuer)) return 'issuer must be an address with https';
  if (typeof clientId !== 'string' || clientId === '') return 'clientId is missing';
  if (roles !== undefined && roleClaim === undefined) return 'roles need roleClaim';
  if (typeof scopes === 'string' && !scopes.split(' ').includes('openid')) return 'scopes must name openid';
  return null;
}

const isTextMap = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((item) => typeof item === 'string');

/** Only a provider on the same machine, as in a test, is read without HTTPS. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url?.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
