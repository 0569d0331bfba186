import { describe, expect, it } from 'vitest';
import { parseTemplate } from './parse-template.ts';
import { classOptions, hasOption, idOption, integerOption, optionValues, tagSizes } from './tag-options.ts';

const tag = (text: string) => parseTemplate(text).tags[0]!;

describe('options', () => {
  it('names are matched in any letter case, values as written', () => {
    expect(idOption(tag('[text a ID:MyId]'))).toBe('MyId');
    expect(hasOption(tag('[text a PlaceHolder "x"]'), 'placeholder', 'watermark')).toBe(true);
    expect(hasOption(tag('[text a watermark "x"]'), 'placeholder', 'watermark')).toBe(true);
    expect(hasOption(tag('[text a]'), 'placeholder')).toBe(false);
  });

  it('a class may repeat, and odd characters are passed over', () => {
    expect(classOptions(tag('[text a class:one class:tw/o class:three]'))).toEqual(['one', 'three']);
    expect(idOption(tag('[text a id:a.b]'))).toBeUndefined();
  });

  it('integers may carry a sign', () => {
    expect(integerOption(tag('[number a min:-3]'), 'min')).toBe(-3);
    expect(integerOption(tag('[number a min:x]'), 'min')).toBeUndefined();
    expect(optionValues(tag('[text a default:user_email default:get]'), 'default')).toEqual(['user_email', 'get']);
  });

  it.each([
    ['[text a size:3 maxlength:9 minlength:2]', { size: 3, maxlength: 9, minlength: 2 }],
    ['[text a 40/80]', { size: 40, maxlength: 80 }],
    ['[text a /80]', { maxlength: 80 }],
    ['[textarea a 40x10/500]', { cols: 40, rows: 10, maxlength: 500 }],
    ['[textarea a x10]', { rows: 10 }],
    ['[text a maxlength:3 minlength:5]', {}],
    ['[text a maxlength:0]', {}],
    ['[text a]', {}],
  ])('sizes of %s', (text, sizes) => expect(tagSizes(tag(text))).toMatchObject(sizes));

  it('a maximum below the minimum counts for nothing', () => {
    const sizes = tagSizes(tag('[text a maxlength:3 minlength:5]'));
    expect([sizes.maxlength, sizes.minlength]).toEqual([undefined, undefined]);
  });
});
