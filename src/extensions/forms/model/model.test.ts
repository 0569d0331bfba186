import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../template/parse-template.ts';
import {
  allMessages,
  defaultMessages,
  isTrue,
  mailFromWire,
  mailToWire,
  parseSettings,
  propertiesToWire,
  readLocale,
  readMessages,
  searchText,
} from './form-properties.ts';
import { defaultProperties } from './form-store.ts';

describe('messages', () => {
  it('unknown keys are dropped, texts are trimmed, the rest are defaults', () => {
    const messages = readMessages({ mail_sent_ok: ' Done. ', nonsense: 'x', constructor: 'y' });
    expect(messages).toEqual({ mail_sent_ok: 'Done.' });
    expect(allMessages(messages)).toEqual({ ...defaultMessages, mail_sent_ok: 'Done.' });
  });

  it('spam reads like a failed delivery', () => expect(defaultMessages.spam).toBe(defaultMessages.mail_sent_ng));
});

describe('additional settings', () => {
  const settings = parseSettings(
    'demo_mode: on\r\n# a note\nskip_mail:1\ninbox_name: [n]: x\ndemo_mode: off\nother: False\n',
  );

  it('the first line of a name counts', () => {
    expect(settings.isOn('demo_mode')).toBe(true);
    expect(settings.isOn('skip_mail')).toBe(true);
    expect(settings.isOn('other')).toBe(false);
    expect(settings.isOn('absent')).toBe(false);
    expect(settings.text('inbox_name')).toBe('[n]: x');
  });

  it('are shown in order, on and off as booleans', () =>
    expect(settings.entries).toEqual([
      ['demo_mode', true],
      ['skip_mail', '1'],
      ['inbox_name', '[n]: x'],
      ['demo_mode', false],
      ['other', false],
    ]));
});

describe('mail templates', () => {
  it('what a client leaves out is empty or false', () => {
    const mail = mailFromWire({ subject: ' Hi ', additional_headers: 'A: b\r\n\r\n\nC: d', use_html: '1' }, true);
    expect(mailToWire(mail)).toEqual({
      active: true,
      subject: 'Hi',
      sender: '',
      recipient: '',
      body: '',
      additional_headers: 'A: b\nC: d',
      attachments: '',
      use_html: true,
      exclude_blank: false,
    });
  });

  it.each([
    [true, true],
    [1, true],
    ['on', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['', false],
    [0, false],
    [null, false],
    [{}, false],
  ])('%j means %s', (value, truth) => expect(isTrue(value)).toBe(truth));
});

describe('a new form', () => {
  const site = { adminEmail: 'admin@example.org', host: 'www.example.org' };

  it('asks for name, address, subject and message', () => {
    const properties = defaultProperties(site);
    const wire = propertiesToWire(properties, parseTemplate(properties.form).tags);
    expect(wire.fields.map((field) => `${field.type} ${field.name}`)).toEqual([
      'text* your-name',
      'email* your-email',
      'text* your-subject',
      'textarea your-message',
      'submit ',
    ]);
    expect(wire.mail_2).toMatchObject({ active: false, recipient: '[your-email]', use_html: 0, exclude_blank: 0 });
    expect(wire.additional_settings).toBeNull();
    expect(wire.messages).toEqual(defaultMessages);
  });

  it.each([
    ['www.example.org', 'admin@example.org'],
    ['localhost', 'admin@example.org'],
    ['127.0.0.1', 'admin@example.org'],
    ['shop.example.net', 'no-reply@shop.example.net'],
  ])('sends from an address of its own domain at %s', (host, address) =>
    expect(defaultProperties({ ...site, host }).mail.sender).toBe(`[_site_title] <${address}>`),
  );

  it('can be found by any of its words', () => {
    const text = searchText(defaultProperties(site));
    expect(text).toContain('Your e-mail address');
    expect(text).toContain('Sent through a form');
  });
});

it.each([
  ['de_DE', 'de_DE'],
  ['en', 'en'],
  ['zh_Hans_CN', 'zh_Hans_CN'],
  ['deutsch', 'en_US'],
  ['', 'en_US'],
  ['DE_de', 'en_US'],
])('the locale %j is read as %s', (text, locale) => expect(readLocale(text)).toBe(locale));
