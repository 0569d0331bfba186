import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { remoteAddressReader } from './remote-address.ts';

const message = (peer: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage;

describe('the address at the other end', () => {
  it('believes nobody by default', () => {
    const read = remoteAddressReader([]);
    expect(read(message('203.0.113.9', { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }))).toEqual({
      address: '203.0.113.9',
      secure: false,
    });
  });

  it('believes a named proxy up to the first hop that is not one', () => {
    const read = remoteAddressReader(['10.0.0.0/8', '::1']);
    expect(
      read(message('10.1.2.3', { 'x-forwarded-for': '1.1.1.1, 198.51.100.7, 10.9.9.9', 'x-forwarded-proto': 'https' })),
    ).toEqual({
      address: '198.51.100.7',
      secure: true,
    });
    expect(read(message('10.1.2.3', { 'x-forwarded-for': 'nonsense' })).address).toBe('10.1.2.3');
  });

  it('believes the scheme that the outermost trusted proxy was asked with, not what the client wrote', () => {
    const read = remoteAddressReader(['10.0.0.0/8']);
    const secure = (hops: string, schemes: string) =>
      read(message('10.1.2.3', { 'x-forwarded-for': hops, 'x-forwarded-proto': schemes })).secure;
    expect(secure('198.51.100.7', 'https, http')).toBe(false);
    expect(secure('198.51.100.7', 'http, https')).toBe(true);
    expect(secure('198.51.100.7, 10.9.9.9', 'http, https, http')).toBe(true);
    expect(secure('198.51.100.7, 10.9.9.9', 'https')).toBe(true);
    expect(secure('198.51.100.7', 'HTTPS')).toBe(true);
    expect(secure('198.51.100.7', '')).toBe(false);
  });

  it('writes IPv4 plainly', () => {
    expect(remoteAddressReader([])(message('::ffff:192.0.2.1')).address).toBe('192.0.2.1');
  });
});
