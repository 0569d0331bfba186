import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, requestFor, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ variant: 'a' });
});
afterAll(() => site.close());

/** Asks from somewhere else than the machine itself. */
async function fromAfar(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const asked = requestFor(method, path, body, headers);
  const { status, payload } = await site.platen.answer({ ...asked, remoteAddress: '198.51.100.9' });
  return { status, body: payload ? JSON.parse(String(payload)) : null };
}

const calls: readonly [method: string, path: string, body: Record<string, unknown>][] = [
  ['GET', '/cache/v1/token', {}],
  ['POST', '/cache/v1/token', { hash: '0' }],
  ['POST', '/cache/v1/apikey', { hash: '0', domain_key: 'x'.repeat(32), is_linked: 1 }],
  ['POST', '/cache/v1/ip_validate', { hash: '0' }],
  ['POST', '/cache/v1/cdn_status', { success: 0, result: { _msg: '<script>alert(1)</script>' } }],
  ['POST', '/cache/v1/notify_img', { domain_key: '0' }],
  ['POST', '/cache/v1/notify_ucss', { domain_key: '0' }],
  ['POST', '/cache/v1/notify_vpi', { domain_key: '0' }],
  ['POST', '/cache/v1/err_domains', { hash: '0', main_domain: 'x', alias: 'y' }],
  ['POST', '/cache/v1/check_img', { hash: '0' }],
  ['POST', '/cache/v1/toggle_crawler_state', { crawler_id: 0 }],
  ['GET', '/cache/v1/tool/check_ip', {}],
];

describe('calls that only the service or an owner may make', () => {
  it.each(calls)('%s %s is refused from elsewhere, whatever address a header names', async (method, path, body) => {
    const address = '127.0.0.1';
    const claims = [
      'x-forwarded-for',
      'x-real-ip',
      'cf-connecting-ip',
      'true-client-ip',
      'client-ip',
      'x-cluster-client-ip',
    ];
    const headers = {
      ...Object.fromEntries(claims.map((name) => [name, address])),
      forwarded: `for=${address}`,
      cookie: 'litespeed_hash=0; litespeed_role=1; litespeed_flash_hash=0',
      'x-lscache-vary-value': '"><script>alert(1)</script>',
    };
    for (const more of [{}, headers]) {
      const answer = await fromAfar(method, path, body, more);
      expect([401, 403]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('script');
    }
  });

  it.each(calls.filter(([method, path]) => method === 'POST' && !path.includes('toggle')))(
    '%s %s from the right address proves nothing without its secret',
    async (method, path, body) => {
      for (const secret of ['', '0', 0, true, null, [], {}, ['0'], '0e1', 'null']) {
        const sent = { ...body, hash: secret, domain_key: secret };
        const answer = await site.as('anonymous').send(method, path, { body: sent });
        expect([answer.status, answer.body._res], JSON.stringify(secret)).toEqual([200, 'err']);
      }
    },
  );

  it.each(['subscriber', 'contributor', 'author', 'editor'] as Role[])('%s owns no settings', async (who) => {
    for (const [method, path] of [
      ['POST', '/cache/v1/toggle_crawler_state'],
      ['GET', '/cache/v1/tool/check_ip'],
    ] as const) {
      expect((await site.as(who).send(method, path, { body: { crawler_id: 0 } })).status).toBe(403);
    }
  });

  it('an owner may, and the service is answered', async () => {
    const toggled = await site.as('administrator').post('/cache/v1/toggle_crawler_state', { crawler_id: 0 });
    expect([toggled.status, typeof toggled.body]).toEqual([200, 'number']);
    expect((await site.as('anonymous').get('/cache/v1/token')).body._res).toBe('ok');
    expect((await fromAfar('GET', '/cache/v1/ping', undefined)).body._res).toBe('ok');
  });
});

describe('forms and popups', () => {
  it.each(['anonymous', 'subscriber', 'contributor', 'author'] as Role[])('%s manages neither', async (who) => {
    const made = await site.as('editor').post('/forms/v1/contact-forms', { title: 'Kept', form: '[text a]' });
    const item = `/forms/v1/contact-forms/${made.body.id}`;
    const asked: [string, string][] = [
      ['GET', '/forms/v1/contact-forms'],
      ['POST', '/forms/v1/contact-forms'],
      ['GET', item],
      ['PUT', item],
      ['DELETE', item],
    ];
    // Readers of forms are those who write; changing them is for those who edit.
    for (const [method, path] of asked) {
      const { status } = await site.as(who).send(method, path, { body: { title: 'Changed', context: 'save' } });
      if (status === 200) expect([method, ['contributor', 'author'].includes(who)]).toEqual(['GET', true]);
      else expect(status, `${method} ${path}`).toBe(403);
    }
    expect((await site.as('editor').get(item)).body.title).toBe('Kept');
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const sent = { popmake_action: 'save', pum_action: 'save', pid: 1, event: 'open', content: 'x' };
      expect((await site.as(who).send(method, '/popups/v1/analytics', { body: sent })).status).toBe(404);
    }
  });

  it('a code in a text cannot break out of its attributes', async () => {
    const form = (await site.as('editor').post('/forms/v1/contact-forms', { title: 'F', form: '[text a]' })).body.id;
    for (const code of [
      `[contact-form id="${form}" html_class='"><script>alert(1)</script>']`,
      `[contact-form id="${form}" title="&quot;><script>alert(1)</script>" html_id='" onload="alert(1)']`,
      "[popup id='\"><script>alert(1)</script>']x[/popup]",
    ]) {
      const { body } = await site.as('contributor').post('/wp/v2/posts', { title: 'Code', content: code });
      expect(body.content.rendered, code).not.toMatch(/<script>|\sonload="/);
    }
  });
});
