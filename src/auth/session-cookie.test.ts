import { describe, expect, it } from 'vitest';
import { endedSessionCookie, sessionCookie, sessionTokenOf } from './sessions.ts';

const token = `${'A'.repeat(42)}_`;

describe('the session cookie', () => {
  it('is out of reach of scripts and foreign forms, and of plain HTTP where the site is encrypted', () => {
    expect(sessionCookie(token, { secure: true })).toBe(
      `platen_session=${token}; Path=/; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(sessionCookie(token, { secure: false, maxAgeSeconds: 60 })).toMatch(/SameSite=Lax; Max-Age=60$/);
  });

  it('is found among others', () => {
    expect(sessionTokenOf(`a=b; platen_session=${token}; c=d`)).toBe(token);
    expect(sessionTokenOf(sessionCookie(token, { secure: true }))).toBe(token);
  });

  it.each([[undefined], [''], ['platen_session='], ['platen_session=short'], [`other=${token}`], ['platen_session']])(
    'is not found in %j',
    (header) => {
      expect(sessionTokenOf(header)).toBeNull();
    },
  );

  it('ends empty and at once', () => {
    expect(endedSessionCookie({ secure: false })).toBe('platen_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  });
});
