import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../template/parse-template.ts';
import { postedData } from './posted-data.ts';

const read = (template: string, body: Record<string, string | string[]>) => {
  const { raw, values } = postedData(parseTemplate(template).tags, new Map(Object.entries(body)), 'cform');
  return { raw: Object.fromEntries(raw), values: Object.fromEntries(values) };
};

describe('posted data', () => {
  it('follows the template, then keeps what else was sent', () => {
    const { values } = read('[text b] [text a]', { extra: 'x', a: '1', b: '2' });
    expect(Object.entries(values)).toEqual([
      ['b', '2'],
      ['a', '1'],
      ['extra', 'x'],
    ]);
  });

  it('drops our own names, challenges and files', () => {
    const { values } = read('[text a] [quiz q "x|y"] [file f]', { a: '1', q: 'y', f: 'x', _cform: '7', _other: 'x' });
    expect(values).toEqual({ a: '1' });
  });

  it('removes NUL bytes, and line breaks from single lines', () => {
    const { values } = read('[text a] [textarea t]', { a: ' one\r\ntwo\u0000 ', t: ' one\r\ntwo\u0000 ' });
    expect(values).toEqual({ a: 'one two', t: ' one\ntwo ' });
  });

  it('exchanges a posted value that stands before a pipe', () => {
    const { raw, values } = read('[select to "Sales|sales@example.org" "Help|help@example.org"] [text t "a|b"]', {
      to: 'Sales',
      t: 'a',
    });
    expect(raw).toEqual({ to: ['Sales'], t: 'a' });
    expect(values).toEqual({ to: ['sales@example.org'], t: 'b' });
    expect(read('[select to "Sales|x"]', { to: 'Other' }).values).toEqual({ to: ['Other'] });
  });

  it('choices are always a list', () => {
    expect(read('[checkbox c "a" "b"] [radio r "x"]', { c: ['a', 'b'], r: 'x' }).values).toEqual({
      c: ['a', 'b'],
      r: ['x'],
    });
    expect(read('[checkbox c "a"]', {}).values).toEqual({ c: [] });
  });

  it.each([
    ['its present name', { c: ['a', 'other'], c_free_text: 'blue' }],
    ['its older name', { c: ['a', 'other'], _cform_checkbox_free_text_c: 'blue' }],
  ])('free text under %s joins the last option when that was chosen', (_, body) => {
    expect(read('[checkbox c free_text "a" "other"]', body).values).toEqual({ c: ['a', 'other blue'] });
  });

  it('free text without its option is dropped', () =>
    expect(read('[checkbox c free_text "a" "other"]', { c: ['a'], c_free_text: 'blue' }).values).toEqual({ c: ['a'] }));

  it('a field sent more than once has its last value', () =>
    expect(read('[text a]', { a: ['1', '2'] }).values).toEqual({ a: '2' }));

  it('names from the object prototype are names like any other', () =>
    expect(Object.entries(read('[text a]', { constructor: 'x' }).values)).toContainEqual(['constructor', 'x']));
});
