import { expect, it } from 'vitest';
import { decodeEntities, type SubmissionFacts, specialLookup } from './mail-tags.ts';

const facts: SubmissionFacts = {
  remoteAddress: '192.0.2.1',
  userAgent: 'Mozilla',
  url: 'https://example.org/page/',
  localTime: '2024-05-06 15:04:05',
  dateFormat: 'F j, Y',
  timeFormat: 'g:i a',
  serial: 12,
  invalidFields: 2,
  site: {
    title: 'Fish &amp; &#8220;chips&#8221;',
    description: 'Hot',
    url: 'https://example.org',
    adminEmail: 'admin@example.org',
  },
  post: {
    id: 7,
    slug: 'page',
    title: 'A page',
    url: 'https://example.org/?p=7',
    author: 'Ann',
    authorEmail: 'ann@example.org',
  },
  user: { login: 'ann', email: 'ann@example.org', display_name: 'Ann' },
};

it.each([
  ['_remote_ip', '192.0.2.1'],
  ['_user_agent', 'Mozilla'],
  ['_url', 'https://example.org/page/'],
  ['_date', 'May 6, 2024'],
  ['_time', '3:04 pm'],
  ['_invalid_fields', '2'],
  ['_serial_number', '12'],
  ['_post_id', '7'],
  ['_post_author_email', 'ann@example.org'],
  ['_site_title', 'Fish & “chips”'],
  ['_site_admin_email', 'admin@example.org'],
  ['_user_login', 'ann'],
  ['_user_display_name', 'Ann'],
  ['_user_unknown', ''],
  ['_user_constructor', ''],
  ['your-name', undefined],
  ['_raw_x', undefined],
  ['constructor', undefined],
])('[%s]', (name, value) => expect(specialLookup(facts)(name, [])).toBe(value));

it('a stranger on no page leaves them empty', () => {
  const lookup = specialLookup({ ...facts, post: null, user: null });
  expect(['_post_id', '_post_title', '_user_email'].map((name) => lookup(name, []))).toEqual(['', '', '']);
});

it.each([
  ['&lt;b&gt; &quot;x&quot; &amp;amp;', '<b> "x" &amp;'],
  ['&#9999999; &#0038;', '&#9999999; &'],
])('%s reads %s', (html, text) => expect(decodeEntities(html)).toBe(text));
