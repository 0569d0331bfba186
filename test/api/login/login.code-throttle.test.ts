import { expect, it } from 'vitest';
import { codeOfStep, stepAt } from '../../../src/auth/totp.ts';
import { beginTwoFactor, confirmTwoFactor } from '../../../src/auth/two-factor.ts';
import { loginSite } from './login-client.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const decode = (key: string): Buffer => {
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

it('wrong codes are counted: after a few even the right one waits, on every instance', async () => {
  let nowMs = Date.UTC(2026, 4, 1, 12);
  const here = await loginSite({ clock: () => nowMs, throttle: true });
  try {
    const { store } = here.site.platen;
    const userId = here.site.users.author;
    const secret = decode((await beginTwoFactor(store, userId, nowMs)) ?? '');
    const code = () => codeOfStep(secret, stepAt(nowMs));
    await confirmTwoFactor(store, userId, code(), nowMs);
    nowMs += 60_000;
    const first = await here.browser().post('/wp-login.php', { log: 'the-author', pwd: 'pw-author' });
    const step = /name="step" value="([^"]*)"/.exec(await first.text())?.[1] ?? '';
    const attempt = (typed: string) => here.browser().post('/wp-login.php?action=code', { step, code: typed });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) statuses.push((await attempt('000000')).status);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
    const right = await attempt(code());
    expect(right.status).toBe(429);
    const seconds = Number(right.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    nowMs += seconds * 1000 + 1000;
    expect((await attempt(code())).status).toBe(302);
  } finally {
    await here.site.close();
  }
});
