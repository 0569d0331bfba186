import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { mayReadMetrics } from './metrics-access.ts';

const asked = (peer: string | undefined, headers: IncomingHttpHeaders, token = '', hasOwnAddress = false) =>
  mayReadMetrics(
    {
      method: 'GET',
      url: '/metrics',
      headers,
      // Only the address of the peer is read.
      message: { socket: { remoteAddress: peer } } as IncomingMessage,
      remote: { address: '127.0.0.1', secure: false },
      id: '',
    },
    { token, hasOwnAddress },
  );

it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('%s reads the metrics', (peer) => {
  expect(asked(peer, {})).toBe(true);
});

it('a connection within the process reads them', async () => {
  const request = { method: 'GET', url: '/metrics', headers: {}, remote: { address: '', secure: false }, id: '' };
  const open = { token: '', hasOwnAddress: false };
  expect(mayReadMetrics({ ...request, message: { socket: {} } as IncomingMessage }, open)).toBe(true);
});

it.each(['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1', '', undefined])('%s does not', (peer) => {
  expect(asked(peer, {})).toBe(false);
});

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'x-forwarded-proto'])(
  'a proxy on this machine that sends %s speaks for somebody else',
  (name) => {
    expect(asked('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false);
  },
);

it('the token opens them from anywhere, and no other does', () => {
  expect(asked('10.0.0.7', { authorization: 'Bearer right', 'x-forwarded-for': '1.2.3.4' }, 'right')).toBe(true);
  for (const authorization of ['Bearer wrong', 'right', 'Bearer ', 'Bearer rightx'])
    expect(asked('10.0.0.7', { authorization }, 'right'), authorization).toBe(false);
  expect(asked('10.0.0.7', { authorization: 'Bearer ' }, '')).toBe(false);
});

it('where they have an address of their own, this machine needs the token elsewhere', () => {
  expect(asked('127.0.0.1', {}, '', true)).toBe(false);
  expect(asked('127.0.0.1', {}, 'right', true)).toBe(false);
  expect(asked('127.0.0.1', { authorization: 'Bearer right' }, 'right', true)).toBe(true);
});
