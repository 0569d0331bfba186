import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/errors.ts';
import { anonymous, system } from './capabilities.ts';
import { createMetaRegistry, type MetaDefinition } from './meta-registry.ts';

const colour: MetaDefinition = { object: 'term', subtype: 'category', key: 'colour', type: 'string', single: true };
const depths: MetaDefinition = { object: 'term', key: 'depths', type: 'integer', single: false };
const of = { object: 'term', subtype: 'category', ownerId: 3 } as const;
const refusal = (act: () => unknown): ApiError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('It was not refused.');
};

describe('reading registered meta', () => {
  it('is an empty list where nothing is registered', () => {
    expect(createMetaRegistry().read(of, [{ key: 'colour', value: 'red' }], anonymous)).toEqual([]);
  });

  it('shows registered keys only, as their types', () => {
    const rows = [
      { key: 'colour', value: 'red' },
      { key: 'depths', value: '12' },
      { key: 'depths', value: '7.9' },
      { key: '_secret', value: 'x' },
    ];
    expect(createMetaRegistry([colour, depths]).read(of, rows, anonymous)).toEqual({ colour: 'red', depths: [12, 7] });
  });

  it('falls back to the default, else to the empty value of the type', () => {
    const registry = createMetaRegistry([colour, depths, { ...colour, key: 'shape', default: 'round' }]);
    expect(registry.read(of, [], anonymous)).toEqual({ colour: '', depths: [], shape: 'round' });
  });

  it('keeps a key from those who may not read it', () => {
    const registry = createMetaRegistry([{ ...colour, mayRead: (caller) => caller.can('edit_posts') }]);
    expect(registry.read(of, [], anonymous)).toEqual([]);
    expect(registry.read(of, [], system)).toEqual({ colour: '' });
  });

  it('belongs to one taxonomy or to all of them', () => {
    const registry = createMetaRegistry([colour, depths]);
    expect(registry.keysOf('term', 'post_tag')).toEqual(['depths']);
    expect(registry.keysOf('term', 'category')).toEqual(['colour', 'depths']);
    expect(registry.keysOf('post', 'category')).toEqual([]);
  });

  it('does not build what a stored serialised object describes', () => {
    const registry = createMetaRegistry([colour]);
    expect(registry.read(of, [{ key: 'colour', value: 'O:8:"stdClass":0:{}' }], anonymous)).toEqual({ colour: null });
  });
});

describe('writing registered meta', () => {
  const registry = createMetaRegistry([colour, depths, { ...colour, key: 'open', type: 'boolean' }]);

  it('passes over what nobody registered', () => {
    const sent = JSON.parse('{"unknown":1,"__proto__":{"colour":"x"},"constructor":"y"}');
    expect(registry.plan(of, sent, system)).toEqual([]);
    expect(registry.plan(of, undefined, system)).toEqual([]);
  });

  it('says which rows each key shall have', () => {
    expect(registry.plan(of, { colour: 'red', depths: [3, '4'], open: false }, system)).toEqual([
      { key: 'colour', values: ['red'] },
      { key: 'depths', values: ['3', '4'] },
      { key: 'open', values: [''] },
    ]);
  });

  it('removes a key that is sent as null', () => {
    expect(registry.plan(of, { colour: null }, system)).toEqual([{ key: 'colour', values: [] }]);
  });

  it.each([{ colour: 5 }, { depths: ['deep'] }, { open: 'perhaps' }])('refuses %o', (sent) => {
    expect(refusal(() => registry.plan(of, sent, system))).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  });

  it('refuses keys of programs unless their owner opens them', () => {
    const hidden = createMetaRegistry([{ ...colour, key: '_inner' }]);
    expect(refusal(() => hidden.plan(of, { _inner: 'x' }, system))).toMatchObject({
      code: 'rest_cannot_update',
      details: { key: '_inner' },
    });
    const opened = createMetaRegistry([{ ...colour, key: '_inner', mayWrite: () => true }]);
    expect(opened.plan(of, { _inner: 'x' }, system)).toEqual([{ key: '_inner', values: ['x'] }]);
  });

  it('cleans values as the definition says', () => {
    const neat = createMetaRegistry([{ ...colour, sanitise: (value) => String(value).trim() }]);
    expect(neat.plan(of, { colour: ' red ' }, system)).toEqual([{ key: 'colour', values: ['red'] }]);
  });

  it.each(['O:8:"stdClass":0:{}', 'a:1:{i:0;i:1;}', 's:3:"abc";', 'b:1;', 'N;', 'phar://x', 'plain é'])(
    'gives back the text %s as it was sent',
    (text) => {
      const [change] = registry.plan(of, { colour: text }, system);
      const rows = [{ key: 'colour', value: change?.values[0] ?? null }];
      expect(createMetaRegistry([colour]).read(of, rows, anonymous)).toEqual({ colour: text });
    },
  );
});

it('refuses to register a key twice', () => {
  expect(() => createMetaRegistry([colour, colour])).toThrow('registered twice');
});

it('describes keys for the published schema', () => {
  expect(createMetaRegistry([depths]).describe('term', 'category')).toEqual({
    depths: { type: 'array', items: { type: 'integer' }, description: '', default: [] },
  });
  expect(createMetaRegistry().describe('term', 'category')).toEqual([]);
});
