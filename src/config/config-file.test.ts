import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allOptions, readConfig, showConfig } from './config.ts';
import { askedConfigFile, findConfigFile, readConfigFile } from './config-file.ts';
import { o } from './option.ts';
import { options } from './options.ts';
import { ConfigError, mergeOptions, originsOf, readSettings } from './read-settings.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-config-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const load = async (asked: string | null = null) => {
  const found = await findConfigFile({ directory, asked });
  return found && readConfigFile(found);
};

describe('the configuration file', () => {
  it('is optional', async () => {
    expect(await load()).toBeNull();
  });

  it.each([
    [
      'platen.config.ts',
      'const port: number = 9001; export default { port, throttle: false, postTypes: [{ name: "product" }] };',
    ],
    ['platen.config.js', 'export default { port: 9001, throttle: false, postTypes: [{ name: "product" }] };'],
    ['platen.config.mjs', 'export default { port: 9001, throttle: false, postTypes: [{ name: "product" }] };'],
    ['platen.config.json', '{ "port": 9001, "throttle": false, "postTypes": [{ "name": "product" }] }'],
  ])('is read from %s', async (name, text) => {
    await write(name, text);
    const file = await load();
    expect(file).toEqual({
      path: name,
      options: { port: 9001, throttle: false },
      content: { postTypes: [{ name: 'product' }] },
    });
    expect(readConfig({ flags: {}, env: {}, file })).toMatchObject({ port: 9001, throttle: false, host: '127.0.0.1' });
  });

  it('is the one that is asked for', async () => {
    await write('platen.config.json', '{ "port": 1 }');
    await write('other.json', '{ "port": 2 }');
    expect((await load('other.json'))?.options).toEqual({ port: 2 });
    await expect(load('missing.json')).rejects.toThrow(/There is no configuration file missing\.json/);
  });

  it.each([
    [['serve', '--config', 'a.json'], {}, 'a.json'],
    [['--config=a.json', 'serve'], { PLATEN_CONFIG: 'b.json' }, 'a.json'],
    [['serve', '--config', 'a.json', '--config', 'c.json'], {}, 'c.json'],
    [['serve'], { PLATEN_CONFIG: 'b.json' }, 'b.json'],
    [['serve'], { PLATEN_CONFIG: '' }, null],
    [['serve', '--config'], {}, null],
  ])('%j and %j ask for %s', (argv, env, asked) => {
    expect(askedConfigFile(argv, env)).toBe(asked);
  });

  it.each([
    ['platen.config.json', '{ "port": ', /platen\.config\.json cannot be read: /],
    ['platen.config.json', '[]', /platen\.config\.json must contain an object/],
    ['platen.config.ts', 'export const x = 1;', /must have a default export: defineConfig/],
    ['platen.config.ts', 'throw new Error("no luck");', /platen\.config\.ts cannot be read: no luck/],
    ['platen.config.json', '{ "prot": 1 }', /There is no setting prot\. Did you mean port\?/],
    ['platen.config.json', '{ "postType": [] }', /There is no setting postType\. Did you mean postTypes\?/],
    ['platen.config.json', '{ "configFile": "x" }', /There is no setting configFile/],
    [
      'platen.config.json',
      '{ "postTypes": [{ "name": "post" }] }',
      /platen\.config\.json: The type "post" needs another/,
    ],
    [
      'platen.config.json',
      '{ "postTypes": [{ "nam": "x" }] }',
      /postTypes\[0\] has no member nam\. Did you mean name\?/,
    ],
  ])('%s with %s stops with a sentence', async (name, text, why) => {
    await write(name, text);
    await expect(load()).rejects.toThrow(ConfigError);
    await expect(load()).rejects.toThrow(why);
  });

  it('refuses two files at once', async () => {
    await write('platen.config.json', '{}');
    await write('platen.config.mjs', 'export default {};');
    await expect(load()).rejects.toThrow(/several configuration files: platen\.config\.mjs, platen\.config\.json/);
  });

  it.each([
    [{ port: 'eighty' }, /site\.json: port is "eighty"; it must be a whole number from 0 to 65535/],
    [{ port: 1.5 }, /port is 1.5/],
    [{ host: 5 }, /host is 5; it must be text/],
    [{ throttle: 'perhaps' }, /throttle is "perhaps"; it must be on or off/],
    [{ variant: 'd' }, /one of a, b, c/],
    [{ trustedProxies: [1] }, /trustedProxies is \[1\]/],
    [{ adminPassword: 5 }, /adminPassword is \(hidden\)/],
  ])('a value of another type is refused: %j', (given, why) => {
    const file = { path: 'site.json', options: given, content: {} };
    expect(() => readConfig({ flags: {}, env: {}, file })).toThrow(why);
  });
});

describe('where a value comes from', () => {
  const file = { path: 'x', options: { port: 1, host: 'file', adminPassword: 'hush', siteUrl: null }, content: {} };
  const sources = { flags: { port: '3' }, env: { PLATEN_HOST: 'env', PLATEN_VARIANT: '' }, file };

  it('is the flag, else the environment, else the file, else the default', () => {
    expect(readConfig(sources)).toMatchObject({ port: 3, host: 'env', adminPassword: 'hush', variant: 'a' });
    expect(originsOf(options, sources)).toMatchObject({
      port: 'flag',
      host: 'environment',
      adminPassword: 'file',
      variant: 'default',
    });
  });

  it('is shown, with secrets hidden', () => {
    const rows = showConfig(readConfig(sources), originsOf(options, sources));
    expect(rows.find((row) => row.name === 'adminPassword')).toMatchObject({ value: '(hidden)', origin: 'file' });
    expect(JSON.stringify(rows)).not.toContain('hush');
  });
});

describe('tables of options', () => {
  const more = { greeting: o.text({ env: 'PLATEN_GREETING', fallback: 'Hi', help: 'What to say.' }) };

  it('can be joined and read together', () => {
    const table = mergeOptions([options, more]);
    expect(readSettings(table, { flags: {}, env: { PLATEN_GREETING: 'Ho' } })).toMatchObject({
      greeting: 'Ho',
      port: 8080,
    });
    expect(readSettings(more, { flags: { port: '1' }, env: {} }, options)).toEqual({ greeting: 'Hi' });
  });

  it('of extensions have names of their own in the file', () => {
    const declared = [o.integer({ env: 'PLATEN_SHOP_ITEMS', fallback: '5', help: 'How many.' }, { from: 1, to: 9 })];
    const found = { path: 'x', members: { shopItems: 7 } };
    const file = readConfigFile(found, allOptions(declared));
    const config = readConfig({ flags: {}, env: {}, file }, declared);
    expect(config.extensionOptions).toEqual({ PLATEN_SHOP_ITEMS: 7 });
    expect(showConfig(config, {}, declared).at(-1)).toMatchObject({
      name: 'shopItems',
      flag: '--shop-items',
      value: '7',
    });
    expect(() => readConfigFile(found)).toThrow(/no setting shopItems/);
  });

  it('cannot share a name', () => {
    expect(() => mergeOptions([options, { other: o.text({ env: 'PLATEN_PORT', help: '' }) }])).toThrow(
      /declared twice/,
    );
    expect(() => mergeOptions([options, { port: o.text({ env: 'PLATEN_OTHER', help: '' }) }])).toThrow(
      /declared twice/,
    );
  });
});
