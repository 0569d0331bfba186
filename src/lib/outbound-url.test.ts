import { describe, expect, it } from 'vitest';
import { FetchRefused, outboundUrl } from './outbound-url.ts';

const refusal = (url: string) => {
  try {
    outboundUrl(url);
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason;
    throw error;
  }
  return 'accepted';
};

describe('which URLs may be fetched at all', () => {
  it.each([
    ['http://example.org/a', 80],
    ['https://example.org', 443],
    ['https://example.org:8080/', 8080],
    ['https://EXAMPLE.org.:443/', 443],
    ['http://8.8.8.8/', 80],
    ['http://[2606:4700:4700::1111]/', 80],
  ])('%s', (url, port) => expect(outboundUrl(url).port).toBe(port));

  it.each([
    ['/relative', 'url'],
    ['', 'url'],
    ['http://', 'url'],
    ['javascript:alert(1)', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.org/', 'scheme'],
    ['ftp://example.org/', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['http://user:pw@example.org/', 'credentials'],
    ['http://example.org:22/', 'port'],
    ['http://example.org:25/', 'port'],
    ['http://example.org:3306/', 'port'],
    ['http://localhost/', 'host'],
    ['http://LOCALHOST./', 'host'],
    ['http://a.localhost/', 'host'],
    ['http://router.local/', 'host'],
    ['http://metadata.google.internal/', 'host'],
    ['http://intranet/', 'host'],
    ['http://127.0.0.1/', 'address'],
    ['http://127.1/', 'address'],
    ['http://0/', 'address'],
    ['http://0x7f000001/', 'address'],
    ['http://2130706433/', 'address'],
    ['http://0177.0.0.1/', 'address'],
    ['http://１２７.0.0.1/', 'address'],
    ['http://127.0.0.1./', 'address'],
    ['http://169.254.169.254/latest/meta-data/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://[::ffff:127.0.0.1]/', 'address'],
    ['http://[64:ff9b::7f00:1]/', 'address'],
  ])('%s is refused for its %s', (url, reason) => expect(refusal(url)).toBe(reason));
});
