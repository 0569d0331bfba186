import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, agentOverStdio } from '../../api/platen/mcp-client.ts';
import { account, type ClientSite, clientSite } from '../client-site.ts';

const proxy = new URL('./node_modules/@automattic/mcp-wordpress-remote/dist/proxy.js', import.meta.url);

let site: ClientSite;
let agent: Agent;
beforeAll(async () => {
  site = await clientSite({ PLATEN_VARIANT: 'c', PLATEN_MCP: 'on' });
  agent = await agentOverStdio(process.execPath, [fileURLToPath(proxy)], {
    HOME: site.dataDir,
    WP_API_URL: `${site.origin}/mcp`,
    WP_API_USERNAME: account.username,
    WP_API_PASSWORD: account.password,
    OAUTH_ENABLED: 'false',
    LOG_LEVEL: '0',
  });
});
afterAll(async () => {
  await agent?.close();
  await site?.remove();
});

describe('@automattic/mcp-wordpress-remote', () => {
  it('lists the tools', async () => {
    const names = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['posts_list', 'posts_create', 'pages_update', 'search', 'users_me']));
  });

  it('calls tools with the rights of the account', async () => {
    const { isError, said } = await agent.use('posts_create', { title: 'By an agent', content: '# Hi' });
    expect(isError).toBe(false);
    const [draft] = (await site.ask('/posts?status=draft')) as { id: number; title: { rendered: string } }[];
    expect(draft).toMatchObject({ id: said.id, title: { rendered: 'By an agent' } });
    expect(JSON.stringify((await agent.use('posts_list')).said)).toContain('A post');
  });

  it('passes a refusal on', async () => {
    const { isError, said } = await agent.use('posts_get', { id: 999_999 });
    expect(isError).toBe(true);
    expect(JSON.stringify(said)).toContain('rest_post_invalid_id');
  });
});
