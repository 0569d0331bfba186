import { describe, expect, it } from 'vitest';
import { readConfig, showConfig } from './config.ts';
import { ConfigError } from './read-settings.ts';

const read = (env: Record<string, string> = {}, flags: Record<string, string> = {}) => readConfig({ env, flags });

describe('reading the configuration', () => {
  it('has safe defaults', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      variant: 'a',
      throttle: true,
      anonymousComments: false,
      siteUrl: null,
    });
  });

  it('lets flags win over the environment', () => {
    expect(read({ PLATEN_PORT: '9000' }, { port: '9001' }).port).toBe(9001);
  });

  it.each([
    [{ PLATEN_PORT: 'eighty' }, /PLATEN_PORT is "eighty"; it must be a whole number/],
    [{ PLATEN_VARIANT: 'd' }, /PLATEN_VARIANT is "d"; it must be one of a, b, c/],
    [{ PLATEN_SITE_URL: 'ftp://x' }, /PLATEN_SITE_URL .* http/],
    [{ PLATEN_DATABASE_URL: 'postgres://u:secret@h/d' }, /PLATEN_DATABASE_URL is \(hidden\)/],
    [{ PLATEN_THROTTEL: 'off' }, /no option PLATEN_THROTTEL/],
    [{ PLATEN_TRUSTED_PROXIES: '10.0.0.0/8, nonsense' }, /PLATEN_TRUSTED_PROXIES/],
  ])('stops with a sentence for %j', (env, message) => {
    expect(() => read(env as Record<string, string>)).toThrow(ConfigError);
    expect(() => read(env as Record<string, string>)).toThrow(message as RegExp);
  });

  it('names an unknown flag', () => {
    expect(() => read({}, { prot: '1' })).toThrow(/--prot/);
  });

  it('takes one address for previews, or one for each type', () => {
    const address = 'https://www.test{path}?preview={token}';
    const each = { '*': address, book: 'https://books.test/{token}', note: '' };
    const file = (previewUrl: unknown) => ({ path: 'platen.config.ts', content: {}, options: { previewUrl } });
    const given = (previewUrl: unknown) => readConfig({ flags: {}, env: {}, file: file(previewUrl) });
    expect(read({}).previewUrl).toBe('');
    expect(read({ PLATEN_PREVIEW_URL: address }).previewUrl).toBe(address);
    expect(read({ PLATEN_PREVIEW_URL: JSON.stringify(each) }).previewUrl).toEqual(each);
    expect(given(address).previewUrl).toBe(address);
    expect(given(each).previewUrl).toEqual(each);
    const shown = showConfig(given(each)).find(({ name }) => name === 'previewUrl');
    expect(shown?.value).toBe(JSON.stringify(each));
    for (const wrong of ['https://www.test/', 'ftp://www.test/{token}', '{', '[]', '{"book":"x"}', '{"book":1}'])
      expect(() => read({ PLATEN_PREVIEW_URL: wrong })).toThrow(
        /PLATEN_PREVIEW_URL is .* must be an http or https address/,
      );
    for (const wrong of [7, [address], { book: 'https://books.test/' }])
      expect(() => given(wrong)).toThrow(/platen\.config\.ts: previewUrl is .* with \{token\} in it/);
  });

  it('hides secrets when shown', () => {
    const shown = showConfig(read({ PLATEN_ADMIN_PASSWORD: 'open sesame', PLATEN_DATABASE_URL: 'mysql://u:pw@h/d' }));
    expect(JSON.stringify(shown)).not.toMatch(/sesame|pw@/);
    expect(shown.find((row) => row.env === 'PLATEN_ADMIN_PASSWORD')?.value).toBe('(hidden)');
  });
});
