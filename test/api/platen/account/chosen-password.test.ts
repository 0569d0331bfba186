import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leastPasswordCharacters } from '../../../../src/auth/passwords/password-hash.ts';
import { type TestPlaten, testPlaten } from '../../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const boss = () => site.as('administrator');
const account = (username: string, password: string) => ({ username, email: `${username}@example.org`, password });
const short = 'x'.repeat(leastPasswordCharacters - 1);
const refusal = { code: 'rest_invalid_param', data: { params: { password: expect.stringContaining('at least 8') } } };

describe('a password that somebody chooses', () => {
  it('has the least number of characters where an account is made', async () => {
    expect(await boss().post('/platen/v1/users', account('ann', short))).toMatchObject({ status: 400, body: refusal });
    expect((await boss().get('/wp/v2/users?search=ann')).body).toEqual([]);
    // Four characters that take eight units are four characters.
    expect((await boss().post('/platen/v1/users', account('ann', '🔑🔑🔑🔑'))).status).toBe(400);
    const made = await boss().post('/platen/v1/users', { ...account('ann', `${short}x`), roles: ['author'] });
    expect(made).toMatchObject({ status: 201, body: { username: 'ann', roles: ['author'] } });
    expect((await site.as(`ann:${short}x`).get('/wp/v2/users/me')).status).toBe(200);
  });

  it('has it where an account is changed, and the old one stays until then', async () => {
    const path = `/platen/v1/users/${site.users.author}`;
    expect(await boss().post(path, { password: short })).toMatchObject({ status: 400, body: refusal });
    expect((await site.as('author').get('/wp/v2/users/me')).status).toBe(200);
    expect((await boss().post(path, { first_name: 'Ann' })).body.first_name).toBe('Ann');
    expect((await boss().post(path, { password: 'long enough' })).status).toBe(200);
    expect((await site.as('the-author:long enough').get('/wp/v2/users/me')).status).toBe(200);
  });

  it('is asked of nobody who may not do it', async () => {
    for (const who of ['editor', 'subscriber', 'anonymous'] as const) {
      const status = who === 'anonymous' ? 401 : 403;
      expect((await site.as(who).post('/platen/v1/users', account('bob', 'long enough'))).status).toBe(status);
      expect((await site.as(who).post('/platen/v1/users/1', { password: 'long enough' })).status).toBe(status);
    }
  });

  it('may be any for clients of wp/v2', async () => {
    expect((await boss().post('/wp/v2/users', account('program', 'pw'))).status).toBe(201);
  });
});
