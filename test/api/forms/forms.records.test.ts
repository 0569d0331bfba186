import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type FormSite, formSite } from './form-client.ts';

let site: FormSite;
beforeAll(async () => {
  site = await formSite();
});
afterAll(() => site.close());

const collection = '/forms/v1/contact-forms';

describe('who may do what with forms', () => {
  const roles: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
  const from = (least: Role) => (role: Role) => (roles.indexOf(role) >= roles.indexOf(least) ? 200 : 403);

  it.each(roles)('%s', async (role) => {
    const id = await site.form('[text a]');
    const who = site.as(role);
    const [editor, contributor] = [from('editor')(role), from('contributor')(role)];
    expect((await who.get(collection)).status).toBe(contributor);
    expect((await who.get(`${collection}/${id}`)).status).toBe(editor);
    expect((await who.post(collection, { title: 'New' })).status).toBe(editor);
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect((await who.send(method, `${collection}/${id}`, { body: { title: 'Other' } })).status).toBe(editor);
    expect((await who.get(`${collection}/${id}/refill`)).status).toBe(200);
    const removed = await who.delete(`${collection}/${id}`);
    expect(removed.status).toBe(editor);
    if (editor === 403) expect(removed.body).toMatchObject({ code: 'forms_forbidden', data: { status: 403 } });
  });

  it('a form that is not there comes before rights', async () => {
    for (const role of roles) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await site.as(role).send(method, `${collection}/999999`);
        expect([answer.status, answer.body.code]).toEqual([404, 'forms_not_found']);
      }
    }
  });

  it('the number of a page is no form', async () => {
    const page = await site.as('editor').post('/wp/v2/pages', { title: 'A page', status: 'publish' });
    expect((await site.as('editor').get(`${collection}/${page.body.id}`)).status).toBe(404);
    expect((await site.send(page.body.id, {})).status).toBe(404);
  });

  it('a form is no post', async () => {
    const id = await site.form('[text a]');
    expect((await site.as('administrator').get(`/wp/v2/posts/${id}`)).status).toBe(404);
    expect((await site.as('administrator').get('/wp/v2/types')).body).not.toHaveProperty('contact_form');
  });
});

describe('forms as records', () => {
  it('a new form has defaults for all that was left out', async () => {
    const { body } = await site.as('editor').post(collection, {});
    expect(body).toMatchObject({
      id: expect.any(Number),
      slug: 'untitled',
      title: 'Untitled',
      locale: 'en_US',
      config_errors: [],
    });
    expect(body.properties.form).toContain('[email* your-email');
    expect(body.properties.mail_2).toMatchObject({ active: false, use_html: 0 });
    expect(body.properties.additional_settings).toBeNull();
    expect(body.properties.fields[0]).toMatchObject({ type: 'text*', name: 'your-name' });
  });

  it('a dry run shows the form and keeps nothing', async () => {
    const before = (await site.as('editor').get(collection)).body.length;
    const { body } = await site.as('editor').post(`${collection}?context=edit`, { title: 'Not yet' });
    expect(body).toMatchObject({ id: null, slug: null, title: 'Not yet' });
    expect((await site.as('editor').get(collection)).body).toHaveLength(before);
    const id = await site.form('[text a]');
    await site.as('editor').put(`${collection}/${id}`, { title: 'Not yet', context: 'view' });
    expect((await site.as('editor').get(`${collection}/${id}`)).body.title).toBe('Test');
  });

  it('what is left out of a change stays, and a mail or the messages are replaced whole', async () => {
    const id = await site.form('[text a]', {
      mail: { subject: 'S', body: 'B', use_html: true },
      messages: { spam: 'No.' },
    });
    const { body } = await site.as('editor').send('PATCH', `${collection}/${id}`, {
      body: { mail: { subject: 'T' }, messages: { mail_sent_ok: 'Yes.' } },
    });
    expect(body.properties.form).toBe('[text a]');
    expect(body.properties.mail).toMatchObject({ active: true, subject: 'T', body: '', use_html: false });
    expect(body.properties.messages).toMatchObject({ mail_sent_ok: 'Yes.' });
    expect(body.properties.messages.spam).not.toBe('No.');
  });

  it('equal titles get slugs of their own, and a slug outlives its title', async () => {
    const make = async () => (await site.as('editor').post(collection, { title: 'Same <b>title</b>' })).body;
    const [first, second] = [await make(), await make()];
    expect([first.title, first.slug, second.slug]).toEqual(['Same title', 'same-title', 'same-title-2']);
    const { body } = await site.as('editor').put(`${collection}/${first.id}`, { title: 'Other' });
    expect(body.slug).toBe('same-title');
  });

  it('the number in the path counts, whatever the body says', async () => {
    const [one, two] = [await site.form('[text a]'), await site.form('[text a]')];
    await site.as('editor').put(`${collection}/${one}`, { id: two, title: 'Changed' });
    expect((await site.as('editor').get(`${collection}/${two}`)).body.title).toBe('Test');
    expect((await site.as('editor').post(collection, { id: two })).body.code).toBe('forms_post_exists');
  });

  it.each([
    ['title', { title: ['x'] }],
    ['mail', { mail: 'x' }],
    ['messages', { messages: [1] }],
    ['form', { form: { a: 1 } }],
  ])('a %s of the wrong type is refused', async (name, body) => {
    const answer = await site.as('editor').post(collection, body);
    expect([answer.status, answer.body.code, Object.keys(answer.body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      [name],
    ]);
  });

  it('a mail without a recipient, or with an empty HTML body, is reported and kept', async () => {
    const mail = { subject: 'Hello', sender: 'admin@example.org', recipient: '', body: '', use_html: true };
    const { body } = await site.as('editor').post(collection, { form: '[text* a]', mail });
    expect(Object.keys(body.config_errors)).toEqual(expect.arrayContaining(['mail.recipient', 'mail.body']));
    const { body: stored } = await site.as('editor').get(`${collection}/${body.id}`);
    expect(stored.properties.mail).toMatchObject({ recipient: '', body: '', use_html: true });
  });

  it('backslashes stay', async () => {
    const id = await site.form('[text a] C:\\temp\\x');
    expect((await site.as('editor').get(`${collection}/${id}`)).body.properties.form).toBe('[text a] C:\\temp\\x');
  });

  it('the list is ordered, cut and searched', async () => {
    for (const title of ['Zebra desk', 'Apple desk', 'Mango desk']) await site.as('editor').post(collection, { title });
    const titles = async (query: string) =>
      (await site.as('contributor').get(`${collection}?search=desk&${query}`)).body.map(
        (form: { title: string }) => form.title,
      );
    expect(await titles('')).toEqual(['Zebra desk', 'Apple desk', 'Mango desk']);
    expect(await titles('orderby=title')).toEqual(['Apple desk', 'Mango desk', 'Zebra desk']);
    expect(await titles('orderby=title&order=DESC&per_page=1')).toEqual(['Zebra desk']);
    expect(await titles('offset=2')).toEqual(['Mango desk']);
    expect(await titles('per_page=-1&orderby=nonsense')).toHaveLength(3);
    expect((await site.as('contributor').get(`${collection}?search=nothing-like-it`)).body).toEqual([]);
  });

  it('discovery shows the routes without arguments', async () => {
    const { body } = await site.as('anonymous').get('/forms/v1');
    expect(Object.keys(body.routes)).toEqual([
      '/forms/v1',
      '/forms/v1/contact-forms',
      '/forms/v1/contact-forms/(?P<id>\\d+)',
      '/forms/v1/contact-forms/(?P<id>\\d+)/feedback',
      '/forms/v1/contact-forms/(?P<id>\\d+)/refill',
    ]);
    for (const [path, place] of Object.entries<{ endpoints: { args: unknown }[] }>(body.routes)) {
      if (path !== '/forms/v1')
        expect(place.endpoints.every((endpoint) => JSON.stringify(endpoint.args) === '[]')).toBe(true);
    }
  });
});

describe('a new site', () => {
  const titles = async (fresh: FormSite) =>
    (await fresh.as('administrator').get(collection)).body.map((form: { title: string }) => form.title);

  it('starts with one form that works as it is, and with it again after a reset', async () => {
    const fresh = await formSite({ sampleContent: true });
    try {
      const [form] = (await fresh.as('administrator').get(collection)).body;
      expect(form).toMatchObject({ title: 'Contact form 1', slug: 'contact-form-1' });
      const sent = await fresh.send(form.id, {
        'your-name': 'Ann',
        'your-email': 'ann@example.net',
        'your-subject': 'Hello',
      });
      expect(sent.body.status).toBe('mail_sent');
      await fresh.platen.reset();
      expect(await titles(fresh)).toEqual(['Contact form 1']);
    } finally {
      await fresh.close();
    }
  });

  it('has none where no samples are wished', async () => {
    const bare = await formSite();
    try {
      expect(await titles(bare)).toEqual([]);
    } finally {
      await bare.close();
    }
  });
});
