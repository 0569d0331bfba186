import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOverHttp } from '../platen/mcp-client.ts';
import { type OAuthSite, oauthSite } from './oauth-site.ts';

let oauth: OAuthSite;
beforeAll(async () => {
  oauth = await oauthSite();
});
afterAll(() => oauth.site.close());

const post = async (token: string, path: string, body: object) => {
  const answered = await fetch(`${oauth.url}/wp-json${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answered.status, headers: answered.headers, body: JSON.parse(await answered.text()) };
};

describe('a token that may only read', () => {
  it('writes nothing, and is told which scope is missing', async () => {
    const { access } = await oauth.connected({ scope: 'read' });
    const answered = await post(access, '/wp/v2/posts', { title: 'No' });
    expect([answered.status, answered.body.code]).toEqual([403, 'rest_scope_missing']);
    expect(answered.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  it('writes nothing in a batch either, of one kind or the other', async () => {
    const { access } = await oauth.connected({ scope: 'read' });
    const requests = [{ method: 'POST', path: '/wp/v2/posts', body: { title: 'No' } }];
    for (const atomic of [false, true]) {
      const answered = await post(access, '/platen/v1/batch', { atomic, requests });
      expect(answered.body.responses[0]).toMatchObject({ status: 403, body: { code: 'rest_scope_missing' } });
    }
    const headers = { Authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}` };
    const carried = await post(access, '/platen/v1/batch', { requests: [{ ...requests[0], headers }] });
    expect(carried.body.responses[0].status).toBe(403);
  });

  it('shows an agent only the tools that read, and refuses the others', async () => {
    const { access } = await oauth.connected({ scope: 'read', resource: `${oauth.url}/mcp` });
    const agent = await agentOverHttp(`${oauth.url}/mcp`, null, { authorization: `Bearer ${access}` });
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('posts_list');
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    const used = await agent.use('posts_create', { title: 'No' });
    expect(used.isError).toBe(true);
    await agent.close();
  });
});

describe('a token that may write drafts', () => {
  it('writes through an agent, and publishes nothing: not by a tool, not in a dry run', async () => {
    const { access } = await oauth.connected({ scope: 'read content', resource: `${oauth.url}/mcp` });
    const agent = await agentOverHttp(`${oauth.url}/mcp`, null, { authorization: `Bearer ${access}` });
    const made = await agent.use('posts_create', { title: 'A draft', content: 'Words' });
    expect([made.isError, made.said.status]).toEqual([false, 'draft']);
    const published = await agent.use('posts_publish', { id: made.said.id });
    expect([published.isError, published.said.code]).toEqual([true, 'rest_scope_missing']);
    const tried = await agent.use('posts_publish', { id: made.said.id, dryRun: true });
    expect([tried.isError, tried.said.code]).toEqual([true, 'rest_scope_missing']);
    await agent.close();
  });
});

describe('a token', () => {
  it('makes no credentials that are stronger than itself', async () => {
    const { access } = await oauth.connected({ scope: 'read users settings content publish' });
    const made = await post(access, '/platen/v1/users/me/application-passwords', { name: 'ladder' });
    expect(made.status).toBe(403);
    const changed = await post(access, '/wp/v2/users/me', { password: 'a new password for me' });
    expect(changed.status).toBe(403);
  });
});
