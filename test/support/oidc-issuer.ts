import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** A person whom the provider knows, as its claims. */
export interface KnownPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly preferred_username?: string;
  readonly groups?: readonly string[];
}

export interface Issuer {
  readonly url: string;
  readonly people: Map<string, KnownPerson>;
  /** Goes through log-in and consent there as this person; resolves to where the browser is sent back to. */
  visit(authorizationUrl: string, sub: string): Promise<string>;
  close(): Promise<void>;
}

/** A real OpenID provider (`oidc-provider`) on loopback, with one client; everybody there consents at once. */
export async function openIssuer(client: {
  readonly redirectUris: string[];
  readonly logoutUris?: string[];
}): Promise<Issuer> {
  const server: Server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, KnownPerson>();
  const configuration: Configuration = {
    clients: [
      {
        client_id: 'platen',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: client.redirectUris,
        post_logout_redirect_uris: client.logoutUris ?? [],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person ? { accountId: sub, claims: async () => ({ ...person }) } : undefined;
    },
    cookies: { keys: ['only for tests'] },
  };
  const provider = new Provider(url, configuration);
  server.on('request', provider.callback());
  return {
    url,
    people,
    visit: (authorizationUrl, sub) => visit(authorizationUrl, sub, url),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** A browser without scripts, at the pages that the provider has for development. */
async function visit(start: string, sub: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  const ask = async (url: string, fields?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const post = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {};
    const response = await fetch(url, { ...post, headers: { cookie }, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  let response = await ask(start);
  for (let step = 0; step < 12; step++) {
    const location = response.headers.get('location');
    if (location) {
      const target = new URL(location, issuer);
      if (target.origin !== new URL(issuer).origin) return target.href;
      response = await ask(target.href);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '';
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`The provider shows something else: ${response.status} ${page.slice(0, 300)}`);
    response = await ask(new URL(action, issuer).href, {
      prompt,
      ...(prompt === 'login' ? { login: sub, password: 'x' } : {}),
    });
  }
  throw new Error('The provider never sent the browser back.');
}
