import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { type Exchange, runScenario } from '../../extended/run-scenario.ts';
import { scenario } from '../../extended/scenario.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

/** What the reference answered; `test/extended/record.mjs` writes these files. */
const recorded = (part: string): Exchange[] =>
  JSON.parse(readFileSync(new URL(`../../extended/recorded/${part}.json`, import.meta.url), 'utf8'));

const open = { object: 'post', subtype: 'post', single: true } as const;

let site: TestPlaten;
let answered: Record<string, Exchange[]>;
beforeAll(async () => {
  site = await testPlaten({
    interface: 'extended',
    permalinks: '/%year%/%monthnum%/%day%/%postname%/',
    meta: [
      { ...open, key: 'price', type: 'number' },
      { ...open, key: 'colour', type: 'string', enum: ['red', 'green'], default: 'red' },
      { ...open, key: 'sizes', type: 'integer', single: false },
      { ...open, key: 'locked', type: 'string', mayWrite: () => false },
      { ...open, key: 'spec', type: 'object', properties: { w: { type: 'integer' } } },
    ],
  });
  const logins = new Map<string, string>();
  for (const [role, id] of Object.entries(site.users)) {
    const { password } = await createApplicationPassword(site.platen.store, id, 'coexist', Date.now());
    logins.set(role, `${role === 'administrator' ? 'admin' : `the-${role}`}:${password}`);
  }
  answered = await runScenario('http://site.test', ({ as }, { method, path, body }) => {
    const login = logins.get(as);
    const client = site.as(login?.includes(':') ? (login as `${string}:${string}`) : 'anonymous');
    return client.send(method, path, body === undefined ? {} : { body });
  });
}, 300_000);
afterAll(() => site.close());

describe.each(Object.keys(scenario))('%s', (part) => {
  it.each(recorded(part).map((exchange, i) => [`${i} ${exchange.as}: ${exchange.send}`, i, exchange] as const))(
    '%s is answered as recorded',
    (_name, i, exchange) => {
      expect(answered[part]?.[i]).toEqual(exchange);
    },
  );
});
