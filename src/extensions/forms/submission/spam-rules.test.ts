import { describe, expect, it } from 'vitest';
import { judgeSpam, readDisallowedWords, renderTime, type SpamEvidence } from './spam-rules.ts';

const key = Buffer.alloc(32, 7);
const evidence = (change: Partial<SpamEvidence>): SpamEvidence => ({
  posted: {
    raw: new Map(),
    values: new Map<string, string | string[]>([
      ['message', 'Hello there'],
      ['pick', ['one', 'two']],
    ]),
  },
  remoteAddress: '192.0.2.9',
  userAgent: 'Mozilla/5.0',
  honeypot: undefined,
  rendered: undefined,
  formId: 7,
  nowMs: 100_000,
  key,
  disallowedWords: [],
  ...change,
});

describe('spam', () => {
  it.each<[string, Partial<SpamEvidence>, string | null]>([
    ['a plain message', {}, null],
    ['an empty honeypot', { honeypot: '' }, null],
    ['a filled one', { honeypot: 'x' }, 'honeypot'],
    ['no user agent', { userAgent: 'x' }, 'user agent'],
    ['a form read for a while', { rendered: renderTime(key, 7, 90_000) }, null],
    ['a form from a cache', { rendered: renderTime(key, 7, 0) }, null],
    ['a form sent at once', { rendered: renderTime(key, 7, 99_000) }, 'time'],
    ['a forged time', { rendered: `90000.${'A'.repeat(43)}` }, 'time'],
    ['the time of another form', { rendered: renderTime(key, 8, 90_000) }, 'time'],
    ['nonsense for a time', { rendered: 'x' }, 'time'],
    ['a word in a value', { disallowedWords: readDisallowedWords('HELLO\n') }, 'words'],
    ['a word in a choice', { disallowedWords: readDisallowedWords('two') }, 'words'],
    ['an address', { disallowedWords: readDisallowedWords('192.0.2.') }, 'words'],
    ['a word elsewhere', { disallowedWords: readDisallowedWords('casino') }, null],
  ])('%s', (_, change, check) => expect(judgeSpam(evidence(change))?.check ?? null).toBe(check));

  it('the list passes over entries that mean nothing', () =>
    expect(readDisallowedWords(`a\n  \n Ab \r\n${'x'.repeat(300)}`)).toEqual(['ab']));
});
