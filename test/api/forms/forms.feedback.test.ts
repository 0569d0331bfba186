import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesTable } from '../../../src/extensions/forms/inbox/message-table.ts';
import { type FormSite, formSite } from './form-client.ts';

let site: FormSite;
beforeAll(async () => {
  site = await formSite();
});
afterAll(() => site.close());

const demo = { additional_settings: 'demo_mode: on' };
const stored = (formId: number) => site.platen.store.table(messagesTable).find({ formId });
const leftovers = () => readdir(join(site.platen.config.dataDir, 'form-uploads'));

describe('outcomes of a submission', () => {
  it.each([
    ['fine', '[text* a]', { a: 'x' }, 'mail_sent'],
    ['a field missing', '[text* a]', {}, 'validation_failed'],
    ['terms not accepted', '[text* a] [acceptance ok]', { a: 'x' }, 'acceptance_missing'],
    ['a field missing before terms', '[text* a] [acceptance ok]', {}, 'validation_failed'],
    ['a bot', '[text* a]', { a: 'x', _cform_website: 'http://spam.example' }, 'spam'],
    ['a bot that also forgot the terms', '[text a] [acceptance ok]', { _cform_website: 'x' }, 'acceptance_missing'],
    ['a forged time', '[text* a]', { a: 'x', _cform_rendered: '1.x' }, 'spam'],
  ])('%s', async (_, template, fields, status) => {
    const id = await site.form(template, demo);
    const answer = await site.send(id, fields as Record<string, string>);
    expect([answer.status, answer.body.status]).toEqual([200, status]);
    expect(answer.body.message).not.toBe('');
  });

  it('a short user agent is taken for a program', async () => {
    const id = await site.form('[text a]', demo);
    expect((await site.send(id, { a: 'x' }, { headers: { 'user-agent': 'x' } })).body.status).toBe('spam');
  });

  it('a disallowed word, in any letter case', async () => {
    await site.platen.store.options.set('disallowed_keys', 'forbidden phrase\nx');
    const id = await site.form('[textarea a]', demo);
    expect((await site.send(id, { a: 'This Forbidden Phrase here' })).body.status).toBe('spam');
    expect((await site.send(id, { a: 'harmless x' })).body.status).toBe('mail_sent');
    await site.platen.store.options.set('disallowed_keys', '');
  });

  it('members only', async () => {
    const id = await site.form('[text a]', { additional_settings: 'subscribers_only: on\nskip_mail: on' });
    expect((await site.send(id, { a: 'x' })).body.status).toBe('error');
    const authorization = `Basic ${Buffer.from('the-subscriber:pw-subscriber').toString('base64')}`;
    expect((await site.send(id, { a: 'x' }, { headers: { authorization } })).body.status).toBe('mail_sent');
  });

  it('the answer points at the form that was sent, and at each field', async () => {
    const id = await site.form('[email* your-email id:mail]', demo);
    const { body } = await site.send(id, { 'your-email': 'x', _cform_unit_tag: `cform-f${id}-p2-o1<b>` });
    expect(body.into).toBe(`#cform-f${id}-p2-o1b`);
    expect(body.invalid_fields).toEqual([
      {
        into: 'span.cform-form-control-wrap.your-email',
        message: expect.any(String),
        idref: 'mail',
        error_id: `cform-f${id}-p2-o1b-ve-your-email`,
        field: 'your-email',
      },
    ]);
    expect(body.invalidFields).toEqual(body.invalid_fields);
  });

  it('a field name with a dot, and choices with brackets', async () => {
    const id = await site.form('[text* a.b] [checkbox* c "x" "y"]', demo);
    expect((await site.send(id, { 'a.b': '1', 'c[]': ['x', 'y'] })).body.status).toBe('mail_sent');
  });

  it('a body of another type is refused', async () => {
    const id = await site.form('[text a]', demo);
    for (const [type, body] of [
      ['application/json', '{"a":"x"}'],
      ['text/plain', 'a=x'],
      ['application/json', '{'],
    ] as const) {
      const response = await site.fetch(`/wp-json/forms/v1/contact-forms/${id}/feedback`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        415,
        'forms_unsupported_media_type',
      ]);
    }
  });

  it('a malformed multipart body is a plain refusal, and the server lives', async () => {
    const id = await site.form('[text a] [file f]', demo);
    for (const body of ['', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nx']) {
      const response = await site.fetch(`/wp-json/forms/v1/contact-forms/${id}/feedback`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect(response.status).toBeLessThan(500);
      await response.text();
    }
    expect((await site.send(id, { a: 'x' })).status).toBe(200);
  });

  it('more than a form takes is 413, and nothing is kept', async () => {
    const id = await site.form('[textarea a]', { additional_settings: 'skip_mail: on' });
    expect((await site.send(id, { a: 'x'.repeat(10_000_000) })).status).toBe(413);
    expect((await site.send(id, { a: 'x'.repeat(1_100_000) })).status).toBe(413);
    expect(
      (await site.send(id, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, 'x'])))).status,
    ).toBe(413);
    expect(await stored(id)).toEqual([]);
  });

  it('a page of another site may send only when it is listed', async () => {
    const id = await site.form('[text a]', demo);
    const from = (origin: string) => site.send(id, { a: 'x' }, { headers: { origin } });
    expect((await from('https://elsewhere.example')).status).toBe(403);
    expect((await from('http://site.test')).status).toBe(200);
    await site.platen.store.options.set('platen_form_origins', 'https://elsewhere.example');
    expect((await from('https://elsewhere.example')).status).toBe(200);
    expect((await from('https://evil.example')).status).toBe(403);
  });

  it('a browser without scripts gets a page, and the page leads nowhere a request named', async () => {
    const id = await site.form('[text* a]', demo);
    const answer = await site.send(
      id,
      { a: '', redirect_to: '//evil.example', _wp_http_referer: '//evil.example' },
      { headers: { accept: 'text/html,*/*', referer: 'https://evil.example/' } },
    );
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('a: Please fill in this field.');
    expect(answer.body).not.toContain('evil');
    expect(answer.headers['location']).toBeUndefined();
  });
});

describe('quiz', () => {
  it('a token serves one right answer, once', async () => {
    const id = await site.form('[quiz q "1+1?|two"] [text a]', demo);
    const question = async () =>
      (await site.as('anonymous').get(`/forms/v1/contact-forms/${id}/refill`)).body.quiz.q as [string, string];
    const [asked, token] = await question();
    expect(asked).toBe('1+1?');
    const answer = (q: string, used: string) =>
      site.send(id, { q, a: String(Math.random()), _cform_quiz_answer_q: used });
    expect((await answer('three', token)).body.status).toBe('validation_failed');
    expect((await answer(' TWO ', token)).body.status).toBe('mail_sent');
    const replayed = await answer('two', token);
    expect(replayed.body.status).toBe('validation_failed');
    expect((await answer('two', replayed.body.quiz.q[1])).body.status).toBe('mail_sent');
  });
});

describe('files', () => {
  const template = '[text a] [file f limit:100 filetypes:txt|png]';

  it('an accepted file passes and is gone afterwards', async () => {
    const id = await site.form(template, { additional_settings: 'skip_mail: on' });
    const answer = await site.send(id, { a: 'x' }, { files: { f: { name: 'note.txt', content: 'hello' } } });
    expect(answer.body.status).toBe('mail_sent');
    expect(await leftovers()).toEqual([]);
    const [message] = await stored(id);
    expect(message?.files).toMatchObject([{ field: 'f', name: 'note.txt', size: 5 }]);
  });

  it.each([
    ['another type', { name: 'a.gif', content: 'GIF89a' }, 'This kind of file is not accepted.'],
    ['a hidden extension', { name: 'a.php .txt', content: 'x' }, 'This kind of file is not accepted.'],
    ['a program', { name: 'a.txt', content: '\u007fELF' }, 'This kind of file is not accepted.'],
    ['bytes of another type', { name: 'a.png', content: 'hello' }, 'This kind of file is not accepted.'],
    ['too large', { name: 'a.txt', content: 'x'.repeat(101) }, 'This file is larger than allowed.'],
    ['far too large', { name: 'a.txt', content: Buffer.alloc(1_500_000, 'x') }, 'This file is larger than allowed.'],
  ])('%s is refused at the field, and nothing is kept', async (_, file, message) => {
    const id = await site.form(template, demo);
    const { body } = await site.send(id, { a: 'x', supported_type: 'php', limit: '99999999' }, { files: { f: file } });
    expect(body.invalid_fields).toMatchObject([{ field: 'f', message }]);
    expect(await leftovers()).toEqual([]);
  });

  it('a file is reported together with the other fields, in the order of the template', async () => {
    const id = await site.form('[number a min:1] [file f filetypes:txt] [email* b]', demo);
    const { body } = await site.send(id, { a: '0', b: '' }, { files: { f: { name: 'a.gif', content: 'GIF89a' } } });
    expect(body.invalid_fields.map((one: { field: string }) => one.field)).toEqual(['a', 'f', 'b']);
  });

  it('a required file that was left out', async () => {
    const id = await site.form('[file* f]', demo);
    expect((await site.send(id, {})).body.invalid_fields).toMatchObject([{ field: 'f' }]);
    expect((await site.send(id, { f: 'not a file' })).body.status).toBe('validation_failed');
  });

  it('files no field asked for are passed over, and too many are refused', async () => {
    const id = await site.form('[text a] [file f filetypes:txt]', demo);
    expect((await site.send(id, { a: '1' }, { files: { other: { name: 'x.php', content: 'x' } } })).body.status).toBe(
      'mail_sent',
    );
    const body = new FormData();
    for (let n = 0; n < 15; n++) body.append('f', new Blob(['x']), `${n}.txt`);
    const response = await site.fetch(`/wp-json/forms/v1/contact-forms/${id}/feedback`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect(await leftovers()).toEqual([]);
  });
});

describe('the inbox', () => {
  const skip = 'skip_mail: on';

  it('keeps what was sent, with consent and circumstances', async () => {
    const id = await site.form(
      '[text your-name] [email your-email] [text your-subject] [acceptance ok]I agree[/acceptance] [checkbox c "x" "y"]',
      { additional_settings: skip },
    );
    await site.send(id, {
      'your-name': 'Ann',
      'your-email': 'ann@example.net',
      'your-subject': 'Hi',
      ok: '1',
      'c[]': ['x', 'y'],
      extra: 'more',
    });
    expect(await stored(id)).toMatchObject([
      {
        status: 'no_mail',
        serial: 1,
        fromName: 'Ann',
        fromAddress: 'ann@example.net',
        subject: 'Hi',
        consent: { ok: 'I agree' },
        fields: [
          ['your-name', 'Ann'],
          ['your-email', 'ann@example.net'],
          ['your-subject', 'Hi'],
          ['ok', '1'],
          ['c', 'x, y'],
          ['extra', 'more'],
        ],
      },
    ]);
  });

  it('keeps spam with the reason', async () => {
    const id = await site.form('[text a]', { additional_settings: skip });
    await site.send(id, { a: 'x', _cform_website: 'y' });
    expect(await stored(id)).toMatchObject([{ status: 'spam', spamLog: expect.stringContaining('honeypot') }]);
  });

  it.each([
    ['in demo mode', '[text a]', 'demo_mode: on', {}],
    ['when told not to', '[text a]', `${skip}\ndo_not_store: on`, {}],
    ['without consent', '[text a] [acceptance keep optional consent_for:storage]Keep[/acceptance]', skip, {}],
    ['what failed its checks', '[text* a]', skip, {}],
  ])('keeps nothing %s', async (_, template, settings, fields) => {
    const id = await site.form(template, { additional_settings: settings });
    await site.send(id, fields);
    expect(await stored(id)).toEqual([]);
  });

  it('a double click is one message', async () => {
    const id = await site.form('[text a]', { additional_settings: skip });
    for (let n = 0; n < 3; n++) expect((await site.send(id, { a: 'same' })).body.status).toBe('mail_sent');
    await site.send(id, { a: 'other' });
    expect((await stored(id)).map((message) => message.serial)).toEqual([1, 2]);
  });

  it('outlives its form', async () => {
    const id = await site.form('[text a]', { additional_settings: skip, title: 'Short-lived' });
    await site.send(id, { a: 'x' });
    await site.as('editor').delete(`/forms/v1/contact-forms/${id}`);
    expect(await stored(id)).toMatchObject([{ formTitle: 'Short-lived' }]);
  });
});

it('a hasty sender is told when to come back', async () => {
  const now = Date.now();
  const held = await formSite({ throttle: true, clock: () => now });
  try {
    const id = await held.form('[text a]', demo);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await held.send(id, { a: String(n) })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await held.send(id, { a: 'x' });
    expect(refused.body.code).toBe('forms_rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await held.close();
  }
});
