import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretKey } from '../../src/auth/secrets.ts';
import { openChallenge } from '../../src/extensions/forms/challenge/challenge.ts';
import { makePreviewToken } from '../../src/site/previews/preview-token.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import { comeAndLeave, manyPaths, unanswered } from '../api/cache/leaving-visitors.ts';
import { type MailServer, mailServer } from '../api/forms/form-client.ts';
import { ask, idOf, member } from './support/ask.ts';
import { openBrowser } from './support/browse.ts';
import { type Cluster, type ClusterSite, clusterAvailable, startCluster } from './support/cluster.ts';
import type { Instance } from './support/instance.ts';
import { waitUntil } from './support/wait-until.ts';

describe.runIf(clusterAvailable)('a site whose visitors are led to another instance with each request', () => {
  let cluster: Cluster;
  let site: ClusterSite;
  let told: string;
  let mail: MailServer;
  beforeAll(async () => {
    [cluster, mail] = await Promise.all([startCluster(), mailServer()]);
    const folder = await cluster.guard.folder('extension');
    told = join(folder, 'told.txt');
    await appendFile(told, '');
    const module = join(folder, 'teller.mjs');
    await writeFile(module, teller(told));
    site = await cluster.site({ env: { PLATEN_EXTENSIONS: module, PLATEN_SMTP_URL: mail.url } });
  });
  afterAll(async () => {
    await cluster?.stop();
    await mail?.close();
  });

  const publish = async (instance: Instance, body: Readonly<Record<string, unknown>>) => {
    const answer = await ask(instance, 'POST', '/wp/v2/posts', { status: 'publish', ...body });
    return { id: idOf(answer), path: new URL(String(member(answer.body, 'link'))).pathname };
  };

  it('shows no page that is older than what another instance has acknowledged', async () => {
    const { instances } = site;
    const visitor = openBrowser();
    const { id, path } = await publish(instances[0], { title: 'title first', slug: 'followed' });
    let hits = 0;
    for (let round = 0; round < 12; round++) {
      for (const instance of instances) {
        await visitor.get(instance, path);
        if ((await visitor.get(instance, path)).headers.get('x-cache') === 'hit') hits += 1;
      }
      const title = `title of round ${round}`;
      expect((await ask(instances[round % 3]!, 'POST', `/wp/v2/posts/${id}`, { title })).status).toBe(200);
      for (const instance of instances) {
        for (const each of [path, '/']) expect((await visitor.get(instance, each)).text).toContain(title);
      }
    }
    expect(hits).toBeGreaterThan(10);
  });

  it('knows a session that another instance has started, and that another has ended', async () => {
    const [first, second, third] = site.instances;
    const browser = openBrowser();
    const [log, pwd] = ['admin', 'password'];
    expect((await browser.post(first, '/wp-login.php', { log, pwd })).status).toBe(302);
    const nonce = (await browser.get(second, '/wp-admin/admin-ajax.php?action=rest-nonce')).text;
    const me = (instance: Instance) => browser.get(instance, '/wp-json/wp/v2/users/me', { 'x-wp-nonce': nonce });
    for (const instance of site.instances) expect((await me(instance)).status).toBe(200);
    expect((await browser.get(third, `/wp-login.php?action=logout&_wpnonce=${nonce}`)).status).toBe(302);
    for (const instance of site.instances) expect((await me(instance)).status).not.toBe(200);
  });

  it('takes a comment with the form of another instance', async () => {
    const [first, second, third] = site.instances;
    const { id, path } = await publish(first, { title: 'Talk', slug: 'talk' });
    const reader = openBrowser();
    const { text } = await reader.get(first, path);
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    const written = { ...fields, comment: 'A fine text.', author: 'Ann', email: 'ann@example.org' };
    // A form that was filled in faster than a person writes is refused.
    await waitUntil('the comment is taken', async () => {
      const { status } = await reader.post(second, '/wp-comments-post.php', written);
      return status === 303;
    });
    const stored = `select comment_content, comment_author from wp_comments where comment_post_ID = ${id}`;
    expect(await cluster.nodes[0].query(stored, site.database)).toEqual([
      { comment_content: 'A fine text.', comment_author: 'Ann' },
    ]);
    expect((await reader.get(third, path)).text).toContain('A fine text.');
  });

  it('takes a contact form of another instance, whose challenge a third has drawn, once', async () => {
    const [first, second, third] = site.instances;
    const made = await ask(first, 'POST', '/forms/v1/contact-forms', {
      title: 'Contact',
      form: '[text* your-name] [captchac c] [captchar c]',
      additional_settings: 'skip_mail: on',
    });
    const form = idOf(made);
    const reader = openBrowser();
    const { text } = await reader.get(first, `/embed/forms/${form}?n=1`);
    const [, picture = '', token = ''] = /src="[^"]*(\/embed\/forms\/challenges\/([\w-]+)\.png)"/.exec(text) ?? [];
    expect(await reader.get(third, picture)).toMatchObject({ status: 200 });
    const store = await openStore({ url: cluster.nodes[2].url(site.database) });
    const code = openChallenge(token, await secretKey(store, 'forms'))?.code ?? '';
    await store.close();
    const fields = { 'your-name': 'Ann', c: code, _cform_captcha_challenge_c: token };
    const send = async (instance: Instance) => {
      const sent = await reader.post(instance, `/wp-json/forms/v1/contact-forms/${form}/feedback`, fields);
      return member(JSON.parse(sent.text), 'status');
    };
    expect(await send(second)).toBe('mail_sent');
    expect(await send(third)).toBe('validation_failed');
  });

  it('replaces a lost password by the link that another instance has mailed, once', async () => {
    const [first, second, third] = site.instances;
    const [username, email, password] = ['forgetful', 'forgetful@example.org', 'what was it'];
    idOf(await ask(first, 'POST', '/wp/v2/users', { username, email, password }));
    await openBrowser().post(first, '/wp-login.php?action=lostpassword', { user_login: username });
    const received = () => mail.received.find(({ to, source }) => to.includes(email) && source.includes('wp-login'));
    await waitUntil('the mail arrives', () => received() !== undefined);
    const source = received()!.source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
    const link = new URL(/http:\/\/site\.example\/wp-login\.php\?\S+/.exec(source)![0]);
    const reader = openBrowser();
    expect(await reader.get(second, link.pathname + link.search)).toMatchObject({ status: 200 });
    const pass = 'a new password';
    const fields = { key: link.searchParams.get('key')!, login: username, pass1: pass, pass2: pass };
    const reset = (instance: Instance) => reader.post(instance, '/wp-login.php?action=resetpass', fields);
    expect((await reset(third)).status).toBe(302);
    expect((await reset(second)).status).toBe(403);
    const me = (pwd: string) =>
      ask(first, 'GET', '/wp/v2/users/me', undefined, { login: `${username}:${pwd}` }).then(({ status }) => status);
    expect([await me(pass), await me(password)]).toEqual([200, 401]);
  });

  it.each(['MariaDB', 'SQLite'])('answers at 1,000 addresses whose visitors have left: %s', async (kind) => {
    const folder = await cluster.guard.folder('file');
    const onFile = { url: () => `sqlite:${join(folder, 'site.db')}` };
    const instances = kind === 'SQLite' ? [await cluster.instance(onFile, '')] : site.instances;
    for (const [at, { url }] of instances.entries()) {
      const paths = manyPaths(1_000).filter((_, n) => n % instances.length === at);
      await comeAndLeave(new URL(url), paths);
      expect(await unanswered(new URL(url), paths)).toEqual([]);
    }
    if (kind === 'SQLite') await instances[0]!.stop();
  });

  it('opens a protected post and a preview at every instance', async () => {
    const [first] = site.instances;
    const locked = await publish(first, { title: 'Locked', slug: 'locked', content: 'the-secret', password: 'sesame' });
    const draft = await publish(first, { title: 'Soon', content: 'not-yet', status: 'draft' });
    const store = await openStore({ url: cluster.nodes[2].url(site.database) });
    const token = await makePreviewToken(store, draft.id, Date.now() + 600_000);
    await store.close();
    const reader = openBrowser();
    const guess = { post_password: 'sesame', redirect_to: `http://site.example${locked.path}` };
    expect((await reader.post(first, '/wp-login.php?action=postpass', guess)).status).toBe(303);
    for (const instance of site.instances) {
      expect((await reader.get(instance, locked.path)).text).toContain('the-secret');
      expect((await openBrowser().get(instance, locked.path)).text).not.toContain('the-secret');
      expect((await reader.get(instance, `/?p=${draft.id}&preview=${token}`)).text).toContain('not-yet');
      expect((await reader.get(instance, `/?p=${draft.id}&preview=true`)).text).not.toContain('not-yet');
    }
  });

  it('tells extensions of each write once, and of none too few when an instance is killed', async () => {
    const { instances, database } = site;
    const idle = () =>
      waitUntil(
        'every event is told of',
        async () => {
          const rows = await cluster.nodes[0].query('select count(*) as n from wp_platen_queue_jobs', database);
          return Number(rows[0]?.['n']) === 0;
        },
        { withinMs: 120_000 },
      );
    const tally = async () => {
      const lines = (await readFile(told, 'utf8')).trim().split('\n');
      return (title: string) => lines.filter((line) => line === title).length;
    };
    await idle();
    const calm = Array.from({ length: 24 }, (_, n) => `calm ${n}`);
    await Promise.all(calm.map((title, n) => publish(instances[n % 3]!, { title })));
    await idle();
    const count = await tally();
    expect(calm.filter((title) => count(title) !== 1)).toEqual([]);

    const acknowledged: string[] = [];
    const stormy = Array.from({ length: 30 }, async (_, n) => {
      const title = `stormy ${n}`;
      const { status } = await ask(instances[n % 3]!, 'POST', '/wp/v2/posts', { title, status: 'publish' });
      if (status === 201) acknowledged.push(title);
    });
    await waitUntil('some are acknowledged', () => acknowledged.length > 5);
    await instances[2].kill();
    await Promise.all(stormy);
    await instances[2].start();
    await idle();
    const after = await tally();
    expect(acknowledged.filter((title) => after(title) === 0)).toEqual([]);
    // What the killed one was telling is told again: as many as it does at once, at most.
    expect(acknowledged.filter((title) => after(title) > 1).length).toBeLessThanOrEqual(10);
  });
});

/** An extension that writes down each post that is created, slowly enough for a kill to come between. */
function teller(file: string): string {
  return `
    import { appendFile } from 'node:fs/promises';
    const tell = async ({ item }) => {
      await new Promise((next) => setTimeout(next, 20));
      await appendFile(${JSON.stringify(file)}, item.title + '\\n');
    };
    export default { name: 'teller', hooks: { after: { post: { create: tell } } } };
  `;
}
