import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decide, type OAuthSite, oauthSite, redirect, sentTo } from './oauth-site.ts';

interface Example {
  beginLogin(app: App): Promise<{ address: string; secret: string; state: string }>;
  finishLogin(app: App, begun: object, back: URL): Promise<{ access_token: string; refresh_token: string }>;
}
interface App {
  readonly site: string;
  readonly clientId: string;
  readonly redirect: string;
}

/** The code of the guide, as it stands there. */
async function example(): Promise<Example> {
  const page = readFileSync(new URL('../../../docs/features/oauth.md', import.meta.url), 'utf8');
  const [, code = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
  expect(code).toContain('beginLogin');
  const text = stripTypeScriptTypes(code);
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

let oauth: OAuthSite;
beforeAll(async () => {
  oauth = await oauthSite();
});
afterAll(() => oauth.site.close());

it('the log-in of the guide for front ends works as it is written', async () => {
  const { beginLogin, finishLogin } = await example();
  const app = { site: oauth.url, clientId: await oauth.register(), redirect };
  const begun = await beginLogin(app);
  const { pathname, search } = new URL(begun.address);
  const back = sentTo(await decide(await oauth.loggedIn('the-subscriber', 'pw-subscriber'), pathname + search));
  const tokens = await finishLogin(app, begun, back);
  expect((await oauth.read('/wp/v2/users/me', tokens.access_token)).body.id).toBe(oauth.site.users.subscriber);
  const mixed = new URL(back);
  mixed.searchParams.set('iss', 'https://other.example');
  await expect(finishLogin(app, begun, mixed)).rejects.toThrow('another log-in');
  await expect(finishLogin(app, { ...begun, state: 'x' }, back)).rejects.toThrow('another log-in');
});
