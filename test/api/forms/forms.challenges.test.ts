import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretKey } from '../../../src/auth/secrets.ts';
import type { PageCall } from '../../../src/extension/definition.ts';
import { openChallenge } from '../../../src/extensions/forms/challenge/challenge.ts';
import { formPages } from '../../../src/extensions/forms/form-pages.ts';
import { messagesTable } from '../../../src/extensions/forms/inbox/message-table.ts';
import type { FormsContext } from '../../../src/extensions/forms/submission/forms-context.ts';
import type { SiteRequest } from '../../../src/http/write-response.ts';
import { type FormSite, formSite } from './form-client.ts';

const skipped = { additional_settings: 'skip_mail: on' };

describe('image challenges', () => {
  let site: FormSite;
  let form: number;
  beforeAll(async () => {
    site = await formSite({ siteUrl: null });
    form = await site.form('[text your-name] [captchac c] [captchar c]', skipped);
  });
  afterAll(() => site.close());

  const refilled = async (): Promise<string> =>
    (await site.as('anonymous').get(`/forms/v1/contact-forms/${form}/refill`)).body.captcha.c;
  const idOf = (address: string) => new URL(address).pathname.split('/').at(-1)!.replace('.png', '');
  const codeOf = async (id: string) => openChallenge(id, await secretKey(site.platen.store, 'forms'))!.code;
  const answered = (id: string, c: string) =>
    site.send(form, { 'your-name': 'Ann', c, _cform_captcha_challenge_c: id });

  it('have a picture at the address the form names', async () => {
    const shown = await (await site.fetch(`/embed/forms/${form}?n=1`)).text();
    const [, path] = /src="[^"]*(\/embed\/forms\/challenges\/[\w-]+\.png)"/.exec(shown) ?? [];
    const picture = await site.fetch(path!);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect((await site.fetch('/embed/forms/challenges/nothing.png')).status).toBe(404);
    expect((await site.fetch(path!.replace(/....\.png$/, 'AAAA.png'))).status).toBe(404);
  });

  it('are drawn one at a time, and a flood is told to come back', async () => {
    const { pathname } = new URL(await refilled());
    const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await site.fetch(pathname)).status));
    // How many are drawn in time depends on the machine.
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await expect.poll(async () => (await site.fetch(pathname)).status).toBe(200);
  });

  it('are not waited for without end: who asks is told to come back', async () => {
    const key = await secretKey(site.platen.store, 'forms');
    const { pathname: url } = new URL(await refilled());
    // What a picture needs of its surroundings.
    const show = (waitMs: number) =>
      formPages(
        { key } as FormsContext,
        Date.now,
        waitMs,
      )({ method: 'GET', url, headers: {} } as SiteRequest, { site: { url: 'http://site.test' } } as PageCall);
    expect(await show(0)).toMatchObject({ status: 503 });
    expect(await show(600_000)).toMatchObject({ status: 200, type: 'image/png' });
  });

  it('let the right answer pass, once, and bring a new one along', async () => {
    const id = idOf(await refilled());
    const first = await answered(id, (await codeOf(id)).toLowerCase());
    expect(first.body.status).toBe('mail_sent');
    expect(idOf(first.body.captcha.c)).not.toBe(id);
    const again = await answered(id, await codeOf(id));
    expect(again.body.invalid_fields).toMatchObject([{ field: 'c' }]);
  });

  it('are used up by a wrong answer', async () => {
    const id = idOf(await refilled());
    expect((await answered(id, 'wrong')).body.status).toBe('validation_failed');
    expect((await answered(id, await codeOf(id))).body.status).toBe('validation_failed');
  });

  it.each(['', 'made-up', 'A'.repeat(2_000)])('made-up ids are refused: %.10s', async (id) =>
    expect((await answered(id, 'ACEFH')).body.status).toBe('validation_failed'),
  );
});

describe('a second prefix', () => {
  let site: FormSite;
  beforeAll(async () => {
    site = await formSite({ extensionOptions: { PLATEN_FORMS_PREFIX: 'ours', PLATEN_FORMS_PREFIX_ALIAS: 'theirs' } });
  });
  afterAll(() => site.close());

  it('is understood and answered in its own words', async () => {
    const form = await site.form('[text* your-name]', skipped);
    const sent = (prefix: string) => site.send(form, { [`_${prefix}_unit_tag`]: `${prefix}-f1-o1` });
    expect((await sent('theirs')).body).toMatchObject({
      into: '#theirs-f1-o1',
      invalid_fields: [{ into: 'span.theirs-form-control-wrap.your-name' }],
    });
    expect((await sent('ours')).body.invalid_fields[0].into).toBe('span.ours-form-control-wrap.your-name');
    expect((await sent('strange')).body).toMatchObject({
      into: '#',
      invalid_fields: [{ into: 'span.ours-form-control-wrap.your-name' }],
    });
  });

  it('does not open a second way around the trap for programs', async () => {
    const form = await site.form('[text* your-name]', skipped);
    const sent = await site.send(form, { 'your-name': 'Bot', _theirs: String(form), _theirs_website: 'x' });
    expect(sent.body.status).toBe('spam');
  });

  it('is not what forms, script and looks are shown under', async () => {
    const form = await site.form('[text* your-name]', skipped);
    const shown = await (await site.fetch(`/embed/forms/${form}?n=1`)).text();
    expect(shown).toContain('class="ours-form-control ours-text');
    expect(shown).not.toMatch(/theirs|cform/);
    expect(await (await site.fetch('/embed/forms.js')).text()).toContain("const prefix = 'ours';");
    expect(await (await site.fetch('/embed/forms.css')).text()).not.toContain('.cform');
    expect(await (await site.fetch('/embed/popups.json')).json()).toMatchObject({ formSent: 'oursmailsent' });
  });
});

describe('a bot check', () => {
  let site: FormSite;
  let form: number;
  beforeAll(async () => {
    // A name that no resolver knows: the service is down.
    site = await formSite({
      extensionOptions: {
        PLATEN_BOT_CHECK_URL: 'https://check.invalid/verify',
        PLATEN_BOT_CHECK_SECRET: 'hush',
      },
    });
    form = await site.form('[text your-name]', skipped);
  });
  afterAll(() => site.close());

  it('has its field in every form', async () =>
    expect(await (await site.fetch(`/embed/forms/${form}?n=1`)).text()).toContain('name="_cform_bot_token"'));

  it('takes a message without a token for spam', async () =>
    expect((await site.send(form, { 'your-name': 'Bot' })).body.status).toBe('spam'));

  it('lets a message through when it is down, and says so to the owner', async () => {
    expect((await site.send(form, { 'your-name': 'Ann', _cform_bot_token: 'token' })).body.status).toBe('mail_sent');
    const [kept] = await site.platen.store.table(messagesTable).find({ status: 'no_mail' });
    expect(kept?.spamLog).toBe('bot check: nobody answered');
  });
});

it('countries can be chosen, and nothing else', async () => {
  const site = await formSite();
  try {
    const form = await site.form('[select* land data:countries]', skipped);
    expect((await site.send(form, { land: 'Norway' })).body.status).toBe('mail_sent');
    expect((await site.send(form, { land: 'Atlantis' })).body.status).toBe('validation_failed');
    expect(await (await site.fetch(`/embed/forms/${form}?n=1`)).text()).toContain(
      '<option value="Norway">Norway</option>',
    );
  } finally {
    await site.close();
  }
});
