import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { differences } from '../support/storm/recount.ts';
import { storm } from '../support/storm/storm.ts';
import { interfaceWriter } from '../support/storm/writer.ts';
import { clientAt } from './support/client.ts';
import { askerOf, openStormSite, type StormSite, type StormSiteOptions } from './support/storm-site.ts';

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
/** How late Platen may see what another program wrote: a second as a rule, a few on a busy machine. */
const lateMs = 10_000;

describe('while WordPress and several processes of Platen write one database', () => {
  let site: StormSite;
  afterEach(() => site?.close());

  const sites: [string, Pick<StormSiteOptions, 'madeBy' | 'triggers'>][] = [
    ['that of an existing site', { madeBy: 'WordPress', triggers: 'own' }],
    ['that of an existing site, with triggers', { madeBy: 'WordPress', triggers: 'on' }],
    ['one that Platen made', { madeBy: 'Platen', triggers: 'own' }],
  ];

  it.each(sites)(
    'nobody is shown an old answer, and every count is right afterwards, a killed process or not: %s',
    async (_name, options) => {
      site = await openStormSite({ ...options, posts: 1_600 });
      const { servers, login, wordpress } = site;
      const [first, second] = servers.map(({ origin }) => origin) as [string, string];
      const admin = clientAt(`${first}/wp-json`, ...(login.split(/:(.*)/s, 2) as [string, string]));
      const categories: number[] = [];
      for (const name of ['Storm a', 'Storm b', 'Storm c'])
        categories.push((await admin.post('/wp/v2/categories', { name })).body.id);
      const author = await admin.post('/wp/v2/users', {
        username: 'storm-author',
        email: 'storm@example.org',
        password: 'x5-storm-author',
        roles: ['author'],
      });
      const report = await storm({
        writers: [
          { name: 'ourone', writer: interfaceWriter(first, login), lateMs: 0 },
          { name: 'ourtwo', writer: interfaceWriter(first, login), lateMs: 0 },
          { name: 'ourthree', writer: interfaceWriter(second, login), lateMs: 0 },
          { name: 'theirone', writer: interfaceWriter(wordpress, login), lateMs },
          { name: 'theirtwo', writer: interfaceWriter(wordpress, login), lateMs },
        ],
        readFrom: [first, first, first, second, second, second],
        categories,
        authors: [1, author.body.id],
        pauseMs: 10,
        meanwhile: async () => {
          await pause(10_000);
          await servers[0]?.kill();
          await pause(2_000);
          await servers[0]?.start();
          await pause(10_000);
        },
      });
      const { lanes, wrong } = report;
      expect(wrong.slice(0, 20)).toEqual([]);
      expect(lanes.flatMap(({ refused }) => refused)).toEqual([]);
      const words = [...lanes.map(({ options: { name } }) => name), 'storm', 'title', 'base'];
      const recount = { ask: askerOf(site.database), prefix: 'wp_', words };
      for (const { origin } of servers)
        await expect
          .poll(() => differences(origin, login, recount), { timeout: 300_000, interval: lateMs })
          .toEqual([]);
      // By now what was not compared while it was written has been compared.
      await pause(lateMs);
      for (const { origin } of servers) expect(await differences(origin, login, recount)).toEqual([]);
      const log = await readFile(site.debugLog, 'utf8').catch(() => '');
      expect(log.split('\n').filter((line) => /PHP (?:Warning|Notice|Fatal)|database error/.test(line))).toEqual([]);
    },
  );
});
