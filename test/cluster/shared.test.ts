import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, mailServer } from '../api/forms/form-client.ts';
import { ask, idOf, member } from './support/ask.ts';
import { type Cluster, type ClusterSite, clusterAvailable, startCluster } from './support/cluster.ts';
import type { DatabaseNode } from './support/database-node.ts';
import type { Instance } from './support/instance.ts';
import { countedOpens, createPopup } from './support/popups.ts';
import { runCommand } from './support/run-command.ts';
import { startStandalone } from './support/standalone.ts';
import { waitUntil } from './support/wait-until.ts';

describe.runIf(clusterAvailable)('what instances share', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  describe.each(['the database', 'Redis'] as const)('limits that are counted in %s', (place) => {
    let site: ClusterSite;
    beforeAll(async () => {
      const redis = place === 'Redis' && { PLATEN_REDIS_URL: cluster.redis.url };
      site = await cluster.site({ env: { PLATEN_THROTTLE: 'on', ...redis } });
    });
    afterAll(() => site?.stop());

    /** Wrong guesses that were checked rather than put off; all of them come from one address. */
    const guess = async (count: number, account: string) => {
      const begun = performance.now();
      const answers = await Promise.all(
        Array.from({ length: count }, (_, n) =>
          ask(site.instances[n % 3]!, 'GET', '/wp/v2/users/me', undefined, { login: `${account}:guess ${n}` }),
        ),
      );
      const checked = answers.filter(({ status }) => status !== 429).length;
      // Five at once, and one more after a second, two seconds, four seconds: a slow machine takes that long.
      const most = 5 + Math.floor(Math.log2((performance.now() - begun) / 1_000 + 1));
      return { checked, most };
    };

    it('hold for forms', async () => {
      const form = await makeForm(site.instances[0]);
      const statuses = await Promise.all(
        Array.from({ length: 18 }, (_, n) => send(site.instances[n % 3]!, form, `visitor ${n}`)),
      );
      expect(statuses.filter((status) => status === 'mail_sent' || status === 'mail_failed')).toHaveLength(5);
    });

    it('hold for popups', async () => {
      const { instances, database } = site;
      const popup = await createPopup(cluster, database);
      await Promise.all(
        Array.from({ length: 90 }, (_, n) =>
          ask(instances[n % 3]!, 'GET', `/popups/v1/analytics?event=open&pid=${popup}`, undefined, { login: null }),
        ),
      );
      const opens = () => countedOpens(cluster, database, popup);
      await waitUntil('the events are counted', async () => (await opens()) >= 30);
      // Whatever is still to be counted is, when an instance ends.
      await Promise.all(instances.map((instance) => instance.stop()));
      expect(await opens()).toBe(30);
      await Promise.all(instances.map((instance) => instance.start()));
    });

    it('hold for log-ins of three instances as of one', async () => {
      const { checked, most } = await guess(30, 'ada');
      expect(checked).toBeGreaterThanOrEqual(5);
      expect(checked).toBeLessThanOrEqual(most);
      expect(most).toBeLessThan(15);
    });

    if (place === 'Redis') {
      it('hold for log-ins while Redis is away, and the log says so', async () => {
        await cluster.redis.kill();
        const { checked, most } = await guess(30, 'bob');
        expect(checked).toBeGreaterThan(0);
        expect(checked).toBeLessThanOrEqual(most);
        expect(site.instances.some((instance) => instance.output().includes('Redis cannot be reached'))).toBe(true);
      });
    }
  });

  it('files of one name that are uploaded at once are all there, in a bucket that knows no conditions', async () => {
    const { instances, stop } = await cluster.site({ env: { PLATEN_MEDIA_STORAGE: cluster.bucket.address } });
    const contents = Array.from({ length: 15 }, (_, n) => Buffer.from(`file ${n} ${randomBytes(20).toString('hex')}`));
    const answers = await Promise.all(
      contents.map((content, n) =>
        ask(instances[n % 3]!, 'POST', '/wp/v2/media', content, {
          headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="same.txt"' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(201));
    const paths = answers.map(({ body }) => new URL(String(member(body, 'source_url'))).pathname);
    const names = paths.map((path) => path.split('/').at(-1)).toSorted();
    expect(new Set(names)).toEqual(new Set(['same.txt', ...Array.from({ length: 14 }, (_, n) => `same-${n + 1}.txt`)]));
    for (const [n, path] of paths.entries()) {
      const read = await fetch(instances[(n + 1) % 3]!.url + path);
      expect(digest(Buffer.from(await read.arrayBuffer()))).toBe(digest(contents[n]!));
    }
    await stop();
  });

  it('mails with attachments go out once after their sender died', async () => {
    const box = await mailServer();
    const { url, port } = box;
    const { instances, database, stop } = await cluster.site({ env: { PLATEN_SMTP_URL: url } });
    const form = await makeForm(instances[0]);
    await box.close();
    for (let n = 0; n < 4; n++) expect(await send(instances[0], form, `visitor ${n}`)).toBe('mail_sent');
    await instances[0].kill();
    const again = await mailServer(() => null, port);
    try {
      // Instead of the minute until the next attempt; what the dead one was sending gets free by itself.
      await waitUntil('every mail arrives without its instance', async () => {
        await cluster.nodes[1].query("update wp_platen_mail_jobs set dueMs = 0 where state = 'queued'", database);
        return subjects(again).length >= 4;
      });
      await instances[0].start();
      expect(await send(instances[0], form, 'zero more')).toBe('mail_sent');
      await waitUntil('the last mail arrives', () => subjects(again).includes('From zero more'));
      expect(subjects(again)).toEqual([0, 1, 2, 3].map((n) => `From visitor ${n}`).concat('From zero more'));
      for (let n = 0; n < 4; n++) {
        const file = Buffer.from(`file of visitor ${n}`).toString('base64');
        expect(again.received.filter((mail) => mail.source.includes(file))).toHaveLength(1);
      }
    } finally {
      await again.close();
    }
    await stop();
  });

  it.each([
    ['one server, ten times', 10],
    ['a node each, twice', 2],
  ] as const)('three first starts at once make one site, and none crashes: %s', async (_, rounds) => {
    const servers = rounds === 10 ? [await startStandalone(cluster.guard)] : cluster.nodes;
    const [first] = servers as [DatabaseNode];
    for (let round = 0; round < rounds; round++) {
      const database = `first_start_${round}`;
      await first.query(`create database ${database} character set utf8mb4 collate utf8mb4_unicode_ci`);
      const starting = [0, 1, 2].map((at) => cluster.instance(servers[at % servers.length]!, database));
      const instances = await Promise.all(starting);
      expect(await first.query("select ID from wp_users where user_login = 'admin'", database)).toHaveLength(1);
      for (const instance of instances) {
        expect((await ask(instance, 'GET', '/wp/v2/users/me')).status).toBe(200);
      }
      await Promise.all(instances.map((instance) => instance.kill()));
    }
  });

  it('one pass of the crawler warms every instance', async () => {
    const { instances, database, stop } = await cluster.site();
    const id = idOf(await ask(instances[0], 'POST', '/wp/v2/posts', { title: 'Warm', status: 'publish' }));
    await runCommand(cluster, database, ['cache', 'set', 'load_limit', '1000']);
    await runCommand(cluster, database, ['cache', 'crawl']);
    const warm = "select count(*) as n from wp_platen_cache_crawled where letters regexp '^[HM]'";
    const state = "select json_value(value, '$.endReason') as reason from wp_platen_cache_state where name = 'crawler'";
    await waitUntil('the pass has ended', async () => {
      const [found] = await cluster.nodes[0].query(state, database);
      return found?.['reason'] === 'end';
    });
    const [row] = await cluster.nodes[0].query(warm, database);
    expect(Number(row?.['n'])).toBeGreaterThan(5);
    for (const instance of instances) {
      await waitUntil(`${instance.url} is warm`, async () => (await cachedResponses(instance)) >= Number(row?.['n']));
      const answer = await fetch(`${instance.url}/wp-json/wp/v2/posts/${id}`);
      expect(answer.headers.get('x-cache')).toBe('hit');
    }
    await stop();
  });
});

/** Responses that an instance has put into its cache, which no visitor has asked for. */
async function cachedResponses({ url }: Instance): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^platen_cache_kept (\d+)/m.exec(metrics)?.[1] ?? 0);
}

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const subjects = (box: MailServer) => box.received.map((mail) => mail.headers.get('subject')).toSorted();

async function makeForm(instance: Instance): Promise<number> {
  const answer = await ask(instance, 'POST', '/forms/v1/contact-forms', {
    title: 'Contact',
    form: '[text* your-name] [file f filetypes:txt]',
    mail: {
      subject: 'From [your-name]',
      sender: 'desk@example.org',
      recipient: 'box@example.org',
      body: 'x',
      attachments: '[f]',
    },
  });
  return idOf(answer);
}

async function send({ url }: Instance, form: number, name: string): Promise<string> {
  const body = new FormData();
  body.append('your-name', name);
  body.append('f', new Blob([`file of ${name}`]), 'note.txt');
  const answer = await fetch(`${url}/wp-json/forms/v1/contact-forms/${form}/feedback`, { method: 'POST', body });
  return String(member(await answer.json(), 'status'));
}
