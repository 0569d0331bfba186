import { describe, expect, it } from 'vitest';
import { type Fetcher, FetchRefused } from '../../../extension.ts';
import { askBotCheck, httpBotCheck } from './spam-rules.ts';

/** A service that gives this answer and records its requests. */
function service(status: number, body: string) {
  const asked: unknown[] = [];
  const fetch: Fetcher = async (url, options) => {
    asked.push([url, options?.form]);
    return { status, url, contentType: 'application/json', body: Buffer.from(body) };
  };
  return { asked, check: httpBotCheck(fetch, { url: 'https://check.example/verify', secret: 'hush' }) };
}

describe('the bot check', () => {
  it('hands over secret, token and address', async () => {
    const { asked, check } = service(200, '{"success":true,"score":0.9}');
    expect(await check.score('token', '192.0.2.1')).toBe(0.9);
    const form = { secret: 'hush', response: 'token', remoteip: '192.0.2.1' };
    expect(asked).toEqual([['https://check.example/verify', form]]);
  });

  it.each<[string, number, string, number | null]>([
    ['success without a score', 200, '{"success":true}', 1],
    ['no success', 200, '{"success":false,"score":0.9}', 0],
    ['an error page', 500, 'oops', null],
    ['no JSON', 200, '<html>', null],
    ['other JSON', 200, '[]', null],
    ['null', 200, 'null', null],
  ])('%s', async (_, status, body, score) => expect(await service(status, body).check.score('token', '')).toBe(score));

  it('a service that cannot be reached has no opinion', async () => {
    const down: Fetcher = async () => {
      throw new FetchRefused('connection', 'the connection failed');
    };
    expect(await httpBotCheck(down, { url: 'https://check.example/', secret: '' }).score('token', '')).toBeNull();
  });

  it.each<[number | null, boolean, string]>([
    [0.51, false, ''],
    [0.5, true, ''],
    [0, true, ''],
    [null, false, 'bot check: nobody answered'],
  ])('a score of %s', async (score, isSpam, note) => {
    const finding = await askBotCheck({ score: async () => score }, 'token', '');
    expect([finding.verdict !== null, finding.note]).toEqual([isSpam, note]);
  });

  it('without a token nobody needs to be asked', async () => {
    const check = { score: () => Promise.reject(new Error('asked')) };
    expect((await askBotCheck(check, '', '')).verdict).toMatchObject({ check: 'bot check' });
  });
});
