import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MailTransport } from '../../../src/background/mail/mail-transport.ts';
import { enqueueJob } from '../../../src/background/queue-jobs.ts';
import { anyone, defineExtension, reply, route } from '../../../src/extension.ts';
import { createPopup } from '../../../src/extensions/popups/popup-record.ts';
import { jobNames } from '../../../src/lib/jobs.ts';
import { siteFrom } from '../../../src/rules/site.ts';
import { storeKind } from '../../support/database.ts';
import { type JobTestedIn, jobsTestedIn, untestedJobs } from '../../support/job-tests.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';

/** The table without which a job of the program fails. */
const tables = {
  'audit log pruning': 'platen_audit',
  dump: null,
  'feed watch': 'platen_feed',
  'imports and exports': 'platen_exchange_jobs',
  'list orders': storeKind() === 'mariadb' ? 'platen_list' : 'posts',
  mail: 'platen_mail_jobs',
  'password mail': 'users',
  'personal data requests': 'platen_person_requests',
  'picture copies': 'platen_media_regenerations',
  queue: 'platen_queue_jobs',
  'redirect hits': 'platen_redirect_hits',
  'rendered texts': 'platen_rendered_texts',
  'response cache': 'platen_changes',
  'scheduled posts': 'posts',
  'search index': storeKind() === 'mariadb' ? 'platen_search_texts' : 'platen_search_short',
  'upload recovery': 'platen_upload_claims',
  webhooks: 'platen_webhooks',
} as const satisfies Record<JobTestedIn<'test/api/jobs/background-jobs.test.ts'>, string | null>;

/** The same of the extensions that are part of the program. */
const extensionTables = {
  'cache pages': 'platen_cache_page_queue',
  'cache pictures': 'platen_cache_images',
  'cache crawler': 'platen_cache_state',
  'forms retention': 'platen_form_messages',
  'oembed embeds': 'platen_oembed_kept',
  'popups counts': 'platen_popup_logs',
} as const;
const jobs = { ...tables, ...extensionTables };
type JobName = keyof typeof jobs;

/** Topics of the queue, the job that reports what fails of them, and the table without which they do. */
const topics = [
  ['mail', 'mail', 'platen_mail_jobs', null],
  ['exchange', 'imports and exports', 'platen_exchange_jobs', { id: 1, address: '' }],
  ['picture copies', 'picture copies', 'platen_media_regenerations', { id: 1 }],
  ['webhooks', 'webhooks', 'platen_webhook_deliveries', { delivery: 1 }],
] as const;

const moved = (table: string, from: string, to: string): string =>
  `alter table wp_${table}${from} rename to wp_${table}${to}`;

/** Runs statements past the server, whose open transaction ends only while this thread does not wait for the lock. */
async function runSql(url: string, statements: readonly string[]): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const file = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 0 });
    file.exec('pragma legacy_alter_table = on');
    await vi.waitFor(() => file.exec('begin immediate'), { timeout: 60_000, interval: 10 });
    file.exec(`${statements.join(';')};commit`);
    file.close();
    return;
  }
  const connection = await createConnection(url);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

describe('a background job that fails', () => {
  const lines: { readonly msg: string; readonly extension?: string; readonly place?: string }[] = [];
  let ahead = 0;
  let site: TestPlaten;
  let isLogTaken = false;
  /** After its page was rendered, the log is away: what was rendered cannot be cached. */
  const takesLogAway = defineExtension({
    name: 'taker',
    routes: () => [
      route({
        method: 'GET',
        path: '/taker/v1/page',
        summary: 'Show something.',
        permit: anyone,
        handle: async () => {
          if (isLogTaken) await runSql(site.platen.config.databaseUrl, [moved('platen_changes', '', '_away')]);
          return reply({ at: Date.now() });
        },
      }),
    ],
  });
  beforeAll(async () => {
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const transport: MailTransport = { send: async () => ({ kind: 'sent', note: '' }), close: () => {} };
    const options = {
      leads: true,
      log,
      clock: () => Date.now() + ahead,
      extensions: [takesLogAway],
      dataRequests: true,
    };
    site = await testPlaten(options, { transport });
    await site.as('administrator').post('/platen/v1/forms/retention', { trash: 30 });
    await site.as('administrator').post('/platen/v1/redirects', { source: '/old', target: '/new' });
    // The first long text has the version of the renderer read.
    await readLongPost();
    await vi.waitUntil(() => metric('platen_job_last_success_timestamp_seconds', 'rendered texts'), 300_000);
  });
  afterAll(() => site?.close());

  const metric = (name: string, job: string): Promise<number> => metricOf(`${name}{job="${job}"}`);
  const metricOf = async (labelled: string): Promise<number> => {
    const text = await (await site.platen.fetch('/metrics')).text();
    const line = text.split('\n').find((one) => one.startsWith(labelled));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  const readLongPost = async (): Promise<void> => {
    const content = `${randomUUID()} `.repeat(50);
    const { body: post } = await site.as('administrator').post('/wp/v2/posts', { content, status: 'publish' });
    await site.as('anonymous').get(`/wp/v2/posts/${post.id}`);
  };

  const succeeded = (name: JobName, since: number) =>
    expect
      .poll(() => metric('platen_job_last_success_timestamp_seconds', name), { interval: 200 })
      .toBeGreaterThan(since);
  const nowSeconds = () => (Date.now() + ahead) / 1000;

  /** A failure was counted and logged, and the server answers. */
  async function expectFailed(name: JobName): Promise<void> {
    await expect.poll(() => metric('platen_job_failures_total', name), { interval: 200 }).toBeGreaterThan(0);
    expect(loggedLines().filter((line) => line.includes(name))).not.toEqual([]);
    expect((await site.platen.fetch('/healthz')).status).toBe(200);
  }
  const loggedLines = () =>
    lines.map(({ msg, extension, place }) => (extension ? `${extension} ${place?.slice(4)}` : msg));

  /** Takes the tables of jobs away, waits until each has failed, puts them back, and waits until each has succeeded. */
  async function breakAndMend(names: readonly JobName[], { begin, kick }: Record<'begin' | 'kick', () => unknown>) {
    const move = (from: string, to: string) =>
      runSql(
        site.platen.config.databaseUrl,
        names.map((name) => moved(jobs[name] ?? '', from, to)),
      );
    const all = (metricName: string, least: number) => {
      const missing = async () => {
        const values = await Promise.all(names.map((name) => metric(metricName, name)));
        return names.filter((_, n) => (values[n] ?? 0) <= least);
      };
      return expect.poll(missing, { interval: 200 }).toEqual([]);
    };
    await begin();
    await move('', '_away');
    await kick();
    await all('platen_job_failures_total', 0);
    expect((await site.platen.fetch('/healthz')).status).toBe(200);
    const logged = loggedLines();
    for (const name of names) expect(logged.filter((line) => line.includes(name))).not.toEqual([]);
    await move('_away', '');
    const since = (Date.now() + ahead) / 1000;
    await begin();
    await kick();
    await all('platen_job_last_success_timestamp_seconds', since);
  }

  it('has a test here or where it is named, whichever it is', async () => {
    expect(Object.keys(tables).sort()).toEqual(jobsTestedIn('test/api/jobs/background-jobs.test.ts').sort());
    expect(untestedJobs()).toEqual([]);
    const text = await (await site.platen.fetch('/metrics')).text();
    const known = [...text.matchAll(/^platen_job_failures_total\{job="([^"]+)"/gm)].map(([, name = '']) => name);
    const others = known.filter((name) => !jobNames.some((one) => one === name));
    expect(others.sort()).toEqual(Object.keys(extensionTables).sort());
  });

  it('is in the log and the metrics, the server answers on, and it works again when the cause is gone', async () => {
    const here = siteFrom(() => null, { url: 'http://site.test', fallbackUrl: '', permalinks: null, now: Date.now });
    const popup = await createPopup(site.platen.store, here, { name: 'Offer' }, Date.now());
    const open = await site.as('anonymous').get(`/popups/v1/analytics?event=open&pid=${popup}`);
    expect(open.status).toBe(204);
    const names: readonly JobName[] = [
      'cache crawler',
      'cache pages',
      'cache pictures',
      'popups counts',
      'queue',
      'redirect hits',
      'rendered texts',
      'search index',
      'webhooks',
    ];
    return breakAndMend(names, {
      begin: () => {},
      kick: async () => {
        await readLongPost();
        await site.platen.fetch('/old', { redirect: 'manual' });
      },
    });
  });

  it('is found where it works for a request that does not wait for it', async () => {
    const admin = site.as('administrator');
    let since = '';
    // Somebody waits all the time, however long the rest takes.
    const changes = async () => {
      const { status, body } = await admin.get(`/platen/v1/changes?types=page&wait=60${since}`);
      if (status === 200) since = `&since=${encodeURIComponent(body.cursor)}`;
      return body.changes;
    };
    const seen = async () => expect(await changes()).toMatchObject([{ type: 'page' }]);
    const waiting = vi.waitFor(seen, { timeout: 600_000, interval: 200 });
    await vi.waitUntil(() => metric('platen_job_last_success_timestamp_seconds', 'feed watch'), 300_000);
    await breakAndMend(['feed watch', 'password mail'], {
      begin: () => {},
      kick: () => {
        const body = new URLSearchParams({ user_login: 'admin' });
        return site.platen.fetch('/wp-login.php?action=lostpassword', { method: 'POST', body });
      },
    });
    await admin.post('/wp/v2/pages', { title: 'Seen', status: 'publish' });
    await waiting;
  });

  it('is found where it looks for the data of a visitor who asks', () =>
    breakAndMend(['personal data requests'], {
      begin: () => {},
      kick: () =>
        site
          .as('anonymous')
          .post('/platen/v1/personal-data/requests', { action: 'export', email: 'editor@example.org' }),
    }));

  it.each(topics)('is found where it is the topic %s of the queue', async (topic, name, table, payload) => {
    const outcomes = (outcome: string) => metricOf(`platen_queue_jobs_total{topic="${topic}",outcome="${outcome}"}`);
    const before = [await metric('platen_job_failures_total', name), await outcomes('done')] as const;
    await runSql(site.platen.config.databaseUrl, [moved(table, '', '_away')]);
    await enqueueJob(site.platen.store, { topic, key: '1', payload }, Date.now());
    await expect.poll(() => outcomes('failed')).toBeGreaterThan(0);
    await expect.poll(() => metric('platen_job_failures_total', name)).toBeGreaterThan(before[0]);
    await expectFailed(name);
    await runSql(site.platen.config.databaseUrl, [moved(table, '_away', '')]);
    await expect.poll(() => outcomes('done')).toBeGreaterThan(before[1]);
  });

  it('is found where it caches responses', async () => {
    const page = () => site.platen.fetch('/wp-json/taker/v1/page');
    isLogTaken = true;
    expect((await page()).status).toBe(200);
    isLogTaken = false;
    await expectFailed('response cache');
    await runSql(site.platen.config.databaseUrl, [moved('platen_changes', '_away', '')]);
    const since = nowSeconds();
    expect((await page()).status).toBe(200);
    await succeeded('response cache', since);
    expect((await page()).headers.get('x-cache')).toBe('hit');
  });

  it('is found where it reads the order of a list', async () => {
    const { store } = site.platen;
    await store.transaction(async (inside) => {
      for (let n = 0; n < 620; n += 1) await inside.posts.insert(postRow({ slug: `row-${n}`, status: 'publish' }));
    });
    const deep = (n: number) => site.as('administrator').get(`/wp/v2/posts?per_page=100&page=6&exclude=${n}`);
    const [broken, whole] = [900_001, 900_002];
    expect((await deep(broken)).status).toBe(200);
    await runSql(site.platen.config.databaseUrl, [moved(jobs['list orders'], '', '_away')]);
    expect((await deep(broken)).status).toBe(500);
    await expectFailed('list orders');
    await runSql(site.platen.config.databaseUrl, [moved(jobs['list orders'], '_away', '')]);
    const since = nowSeconds();
    // Reading takes half of the time at most, and so does a failure.
    const asked = async () => [
      (await deep(whole)).status,
      (await metric('platen_job_last_success_timestamp_seconds', 'list orders')) > since,
    ];
    await expect.poll(asked, { interval: 200 }).toEqual([200, true]);
  });

  it('is found where it ends a dump', async () => {
    const { store } = site.platen;
    const dump = async () => (await site.platen.fetch('/wp-json/platen/v1/dump')).text();
    const open = store.snapshot.bind(store);
    const fault = vi.spyOn(store, 'snapshot').mockImplementationOnce(async () => {
      const snapshot = await open();
      const close = async () => {
        await snapshot.close();
        throw new Error('It cannot be closed.');
      };
      return { ...snapshot, close };
    });
    expect(await dump()).toContain('"end":true');
    await expectFailed('dump');
    fault.mockRestore();
    const since = nowSeconds();
    expect(await dump()).toContain('"end":true');
    await succeeded('dump', since);
  });

  it('is found where it publishes scheduled posts', () =>
    breakAndMend(['scheduled posts'], { begin: () => {}, kick: () => {} }));

  it('is found where it runs at times of the clock', () =>
    breakAndMend(['audit log pruning', 'forms retention', 'oembed embeds', 'upload recovery'], {
      begin: () => {
        ahead += 7 * 3_600_000;
      },
      kick: () => site.platen.runDue(),
    }));
});
