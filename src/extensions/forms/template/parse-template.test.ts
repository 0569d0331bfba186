import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeTag } from './form-tag.ts';
import { parseTemplate } from './parse-template.ts';

const only = (template: string) => {
  const tags = parseTemplate(template).tags;
  expect(tags).toHaveLength(1);
  return describeTag(tags[0]!);
};
const plain = (template: string) =>
  parseTemplate(template)
    .parts.map((part) => ('html' in part ? part.html : '<TAG>'))
    .join('');

describe('the template language', () => {
  it('reads type, star, name, options and values', () => {
    expect(only('[text* your-name 40/80 class:a id:b "Ann" \'Bee "B"\']')).toEqual({
      type: 'text*',
      basetype: 'text',
      name: 'your-name',
      options: ['40/80', 'class:a', 'id:b'],
      raw_values: ['Ann', 'Bee "B"'],
      labels: ['Ann', 'Bee "B"'],
      values: ['Ann', 'Bee "B"'],
      pipes: [
        ['Ann', 'Ann'],
        ['Bee "B"', 'Bee "B"'],
      ],
      content: '',
    });
  });

  it('splits a value at its first pipe and trims both sides', () => {
    expect(only('[select to "Sales | sales@example.org" "a|b|c" "|x"]')).toMatchObject({
      values: ['Sales', 'a', ''],
      raw_values: ['Sales | sales@example.org', 'a|b|c', '|x'],
      pipes: [
        ['Sales', 'sales@example.org'],
        ['a', 'b|c'],
        ['', 'x'],
      ],
    });
  });

  it.each([
    ['tabs and line breaks', '[text\ta\n\nsize:3\r\n"x"]'],
    ['no-break spaces', '[text\u00a0a\u00a0size:3 "x"]'],
    ['zero-width spaces', '[text\u200ba\u200bsize:3\ufeff"x"]'],
  ])('%s separate parts', (_, template) =>
    expect(only(template)).toMatchObject({ name: 'a', options: ['size:3'], values: ['x'] }),
  );

  it('values need no space between them', () => expect(only('[select a "x""y"\'z\']').values).toEqual(['x', 'y', 'z']));

  it('tags without a name keep their first word as an option', () => {
    expect(only('[submit class:wide "Go"]')).toMatchObject({ name: '', options: ['class:wide'], values: ['Go'] });
    expect(only('[submit]')).toMatchObject({ name: '', options: [], pipes: [] });
    expect(only('[response]')).toMatchObject({ basetype: 'response' });
  });

  it.each([
    ['an option after a value', '[text a "x" size:3]'],
    ['a character no option may hold', '[text a size:3;b]'],
    ['a letter outside ASCII in an option', '[text a größe:3]'],
    ['a quote that never closes', '[text a "x]'],
    ['a backslash before a quote', '[text a "x\\"y"]'],
  ])('%s leaves the inside unparsed', (_, template) =>
    expect(only(template)).toMatchObject({ name: '', options: [], values: [], pipes: null }),
  );

  it.each([
    '[text 1a]',
    '[text -a]',
    '[text* _a]',
    '[unknown a]',
    '[radio* a]',
    '[TEXT a]',
    '[ text a]',
    '[text',
    'a ] [ b',
    '[textual a]',
    '[constructor a]',
    '[/textarea]',
  ])('%s is plain text', (template) => {
    expect(parseTemplate(template).tags).toEqual([]);
    expect(plain(template)).toBe(template);
  });

  it('a name goes on with letters, digits and - _ : .', () => expect(only('[text a-1_b:c.d]').name).toBe('a-1_b:c.d'));

  it('an enclosing tag takes the text up to its closing tag', () => {
    expect(only('[acceptance ok] I <b>agree</b> [/acceptance]').content).toBe('I <b>agree</b>');
    expect(only('[textarea* a]Text<br />[/textarea*]').content).toBe('Text');
    expect(only('[textarea* a]Text[/textarea]').content).toBe('Text');
    expect(plain('[acceptance ok] I agree [/acceptance] then')).toBe('<TAG> then');
  });

  it('text that holds another tag is not enclosed', () => {
    expect(
      parseTemplate('[acceptance ok] a [text b] c [/acceptance]').tags.map((tag) => [tag.name, tag.content]),
    ).toEqual([
      ['ok', ''],
      ['b', ''],
    ]);
  });

  it('doubled brackets print the tag with single ones', () => {
    expect(plain('Use [[text a]] here, [text b].')).toBe('Use [text a] here, <TAG>.');
    expect(plain('[[acceptance a]x[/acceptance]]')).toBe('[acceptance a]x[/acceptance]');
    expect(plain('[[text a]')).toBe('[<TAG>');
  });

  it('keeps the HTML around and between tags', () => {
    expect(plain('<p>[text a]</p>\n[text b]end')).toBe('<p><TAG></p>\n<TAG>end');
  });

  it('never throws, and loses nothing of a template without tags', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseTemplate(text)).not.toThrow();
        const quiet = text.replaceAll('[', '(');
        expect(plain(quiet)).toBe(quiet);
      }),
    );
  });

  it.each(['[text ', '[text a "', '[acceptance a]', '[[text a', '[textarea a]x', '[', '[text a] ['])(
    'takes little processor time on many of %j',
    (piece) => {
      const started = process.cpuUsage();
      parseTemplate(piece.repeat(200_000 / piece.length));
      expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
    },
  );
});
