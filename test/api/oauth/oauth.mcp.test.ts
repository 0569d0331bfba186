import { auth, type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, type OAuthSite, oauthSite, sentTo } from './oauth-site.ts';

let oauth: OAuthSite;
beforeAll(async () => {
  oauth = await oauthSite();
});
afterAll(() => oauth.site.close());

/** What an agent keeps between its steps, as a program with a browser would. */
function agentProvider(scope?: string) {
  let client: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  const asked: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:7777/callback',
    clientMetadata: {
      client_name: 'An agent',
      redirect_uris: ['http://localhost:7777/callback'],
      ...(scope ? { scope } : {}),
    },
    clientInformation: () => client,
    saveClientInformation: (information) => {
      client = information;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (address) => {
      asked.push(address);
    },
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
    invalidateCredentials: () => {
      tokens = undefined;
    },
  };
  return { provider, asked, tokens: () => tokens };
}

describe('an agent with the SDK of the protocol', () => {
  it('finds out how to log in, registers, is given access, reads, goes on with new tokens, proposes, and is shut out when the access ends', async () => {
    const { provider, asked, tokens } = agentProvider();
    const mcp = new URL(`${oauth.url}/mcp`);
    const first = new StreamableHTTPClientTransport(mcp, { authProvider: provider });
    await expect(new Client({ name: 'agent', version: '1.0.0' }).connect(first)).rejects.toThrow(UnauthorizedError);
    const [address] = asked;
    expect(address?.searchParams.get('resource')).toBe(mcp.href);
    const browser = await oauth.loggedIn('the-editor', 'pw-editor');
    const answered = await decide(browser, `${address?.pathname}${address?.search}`, { chosen: ['read', 'propose'] });
    await first.finishAuth(sentTo(answered).searchParams.get('code') ?? '');

    const client = new Client({ name: 'agent', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(mcp, { authProvider: provider }));
    const me = await client.callTool({ name: 'users_me', arguments: {} });
    expect(me.structuredContent).toMatchObject({ id: oauth.site.users.editor });

    const before = tokens();
    const refreshed = await auth(provider, { serverUrl: mcp });
    expect(refreshed).toBe('AUTHORIZED');
    expect(tokens()?.access_token).not.toBe(before?.access_token);
    const posts = await client.callTool({ name: 'posts_list', arguments: {} });
    expect(posts.isError ?? false).toBe(false);

    const { body: post } = await oauth.site.as('editor').post('/wp/v2/posts', { title: 'Public', status: 'publish' });
    const proposed = await client.callTool({ name: 'posts_update', arguments: { id: post.id, title: 'Better' } });
    expect(proposed.structuredContent).toMatchObject({ pending_change: { state: 'open', item: post.id } });
    const title = async () => (await oauth.site.as('anonymous').get(`/wp/v2/posts/${post.id}`)).body.title.rendered;
    expect(await title()).toBe('Public');
    const { id } = (proposed.structuredContent as { pending_change: { id: number } }).pending_change;
    expect((await oauth.site.as('editor').post(`/platen/v1/pending-changes/${id}/accept`)).status).toBe(200);
    expect(await title()).toBe('Better');

    await oauth.site.as('editor').delete('/platen/v1/users/me/apps');
    await expect(client.callTool({ name: 'users_me', arguments: {} })).rejects.toThrow(UnauthorizedError);
    await client.close();
  });

  it('says in its refusal where it is described how to log in', async () => {
    const answered = await fetch(`${oauth.url}/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answered.status).toBe(401);
    const said = answered.headers.get('www-authenticate') ?? '';
    expect(said).toBe(
      `Bearer scope="read content publish media comments propose", resource_metadata="${oauth.url}/.well-known/oauth-protected-resource/mcp"`,
    );
    const described = await (await fetch(`${oauth.url}/.well-known/oauth-protected-resource/mcp`)).json();
    expect(described).toMatchObject({ resource: `${oauth.url}/mcp`, authorization_servers: [oauth.url] });
  });

  it('takes an application password as before', async () => {
    const { body } = await oauth.site.as('editor').post('/platen/v1/users/me/application-passwords', { name: 'agent' });
    const authorization = `Basic ${Buffer.from(`the-editor:${body.password}`).toString('base64')}`;
    const client = new Client({ name: 'agent', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${oauth.url}/mcp`), { requestInit: { headers: { authorization } } }),
    );
    const me = await client.callTool({ name: 'users_me', arguments: {} });
    expect(me.structuredContent).toMatchObject({ id: oauth.site.users.editor });
    await client.close();
  });
});
