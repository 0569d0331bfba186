import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('settings of variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant, host: '127.0.0.1' });
  });
  afterAll(() => site.close());

  const set = async (fields: Record<string, unknown>) => {
    const { status, body } = await site.as('administrator').post('/wp/v2/settings', fields);
    expect(status).toBe(200);
    return body;
  };
  const indexOf = async () => (await site.as('anonymous').get('/')).body;

  describe('the timezone', () => {
    it.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC', ''])('%j is kept', async (timezone) => {
      await set({ timezone: 'Africa/Nairobi' });
      expect((await set({ timezone })).timezone).toBe(timezone);
      expect((await indexOf()).timezone_string).toBe(timezone);
    });

    it.each(['GMT', 'US/Eastern', 'Asia/Calcutta', 'Etc/UTC', 'europe/berlin', 'utc', 'EST', 'Mars/Olympus'])(
      '%s changes nothing',
      async (timezone) => {
        await set({ timezone: 'Africa/Nairobi' });
        expect((await set({ timezone })).timezone).toBe('Africa/Nairobi');
      },
    );

    it('that an older site has stored under an older name still holds', async () => {
      await site.platen.store.options.set('timezone_string', 'Asia/Calcutta');
      const post = await site.as('editor').post('/wp/v2/posts', { title: 'Local', date: '2020-08-01T12:00:00' });
      expect(post.body.date_gmt).toBe('2020-08-01T06:30:00');
      expect((await set({})).timezone).toBe('Asia/Calcutta');
      await set({ timezone: '' });
    });
  });

  describe('the language', () => {
    it.each(['de_DE', 'pt_BR', 'ja', 'zh_CN', 'en_GB', 'en_US'])('%s is kept', async (language) => {
      expect((await set({ language })).language).toBe(language);
      expect((await site.as('administrator').get('/wp/v2/settings')).body.language).toBe(language);
    });

    it.each(['xx_YY', 'de_XX', 'de-DE', 'DE_de', 'german', '__proto__'])('%s changes nothing', async (language) => {
      await set({ language: 'de_DE' });
      expect((await set({ language })).language).toBe('de_DE');
    });

    it.each([null, '', 'en_US'])('%j is the one of a site that has chosen none', async (language) => {
      await set({ language: 'de_DE' });
      expect((await set({ language })).language).toBe('en_US');
    });

    it('is that of users who have not chosen their own', async () => {
      const { author } = site.users;
      const localeOf = async () =>
        (await site.as('administrator').get(`/wp/v2/users/${author}?context=edit`)).body.locale;
      await set({ language: 'pt_BR' });
      expect(await localeOf()).toBe('pt_BR');
      await site.as('administrator').put(`/wp/v2/users/${author}`, { locale: 'en_US' });
      expect(await localeOf()).toBe('en_US');
    });

    it('is named by the pages of the site', async () => {
      const address = await site.platen.listen();
      const fields = { title: 'Page', slug: 'page', status: 'publish', date: '2020-01-01T00:00:00' };
      await site.as('editor').post('/wp/v2/posts', fields);
      const languageOf = async (path: string) => {
        const page = await (await fetch(`${address}${path}`)).text();
        return /<html lang="([^"]*)"/.exec(page)?.[1];
      };
      for (const [language, tag] of [
        ['pt_BR', 'pt-BR'],
        ['ja', 'ja'],
        ['en_US', 'en-US'],
      ]) {
        await set({ language });
        expect(await languageOf('/2020/01/01/page/embed/')).toBe(tag);
      }
      await site.platen.store.options.set('WPLANG', 'de_DE_formal');
      expect((await set({})).language).toBe('de_DE_formal');
      expect(await languageOf('/2020/01/01/page/embed/')).toBe('de-DE');
    });
  });
});

it('a new form is in the language of the site, and so is its page', async () => {
  const site = await testPlaten({ variant: 'a', host: '127.0.0.1' });
  try {
    const admin = site.as('administrator');
    await admin.post('/wp/v2/settings', { language: 'de_DE' });
    const { body } = await admin.post('/forms/v1/contact-forms', { title: 'Kontakt' });
    expect(body.locale).toBe('de_DE');
    const address = await site.platen.listen();
    for (const id of [body.id, 999_999]) {
      const page = await fetch(`${address}/embed/forms/${id}`, { headers: { accept: 'text/html' } });
      expect(await page.text()).toContain('<html lang="de-DE">');
    }
  } finally {
    await site.close();
  }
});
