import { describe, expect, it } from 'vitest';
import { DeclarationError } from '../content/check-declaration.ts';
import { contentModel } from '../content/content-model.ts';
import { readDeclarations } from '../content/read-declarations.ts';
import { fieldKinds } from './field-declaration.ts';

const model = (fields: unknown, more: object = {}) =>
  contentModel([readDeclarations({ postTypes: [{ name: 'product', fields, ...more }] })]);
const text = { kind: 'text' };

describe('declarations of fields', () => {
  it.each<[unknown, RegExp]>([
    [[], /postTypes\[0\]\.fields is \[\]; it must be an object/],
    [{ price: 5 }, /postTypes\[0\]\.fields\.price is 5; it must be an object/],
    [{ price: {} }, /fields\.price\.kind is missing/],
    [{ price: { kind: 'money' } }, /fields\.price\.kind is "money"; it must be one of text, textarea/],
    [{ price: { kind: 'number', minLength: 3 } }, /fields\.price has no member minLength/],
    [{ price: { kind: 'number', minimun: 3 } }, /no member minimun\. Did you mean minimum\?/],
    [
      { price: { kind: 'number', minimum: 5, maximum: 1 } },
      /price\.minimum is 5; it must be at most maximum, which is 1/,
    ],
    [{ price: { kind: 'number', minimum: 5, default: 1 } }, /price\.default must be at least 5/],
    [{ name: { ...text, pattern: '(' } }, /name\.pattern is "\("; it must be a regular expression/],
    [{ name: { ...text, minLength: -1 } }, /name\.minLength is -1; it must be a whole number from 0/],
    [{ name: { ...text, width: 101 } }, /name\.width is 101; it must be a whole number from 1 to 100/],
    [{ name: { ...text, default: 5 } }, /name\.default is 5; it must be a text/],
    [{ '9lives': text }, /fields\.9lives needs another name/],
    [{ unit: { kind: 'choice' } }, /unit\.choices is missing/],
    [{ unit: { kind: 'choice', choices: [] } }, /unit\.choices must have a choice/],
    [
      { unit: { kind: 'choice', choices: ['a', 'a'] } },
      /unit\.choices\[1\] is "a"; every choice has a text of its own/,
    ],
    [{ unit: { kind: 'choice', choices: ['a'], default: 'b' } }, /unit\.default must be one of: a/],
    [{ size: { kind: 'group' } }, /size\.fields is missing/],
    [{ size: { kind: 'group', fields: {} } }, /size\.fields must have a field/],
    [{ size: { kind: 'group', fields: { a: { ...text, column: true } } } }, /size\.fields\.a has no member column/],
    [
      { parts: { kind: 'layouts', layouts: { a: { fields: { layout: text } } } } },
      /layouts\.a\.fields\.layout needs another name/,
    ],
    [
      { rows: { kind: 'repeater', fields: { a: text }, maxItems: 1e6 } },
      /rows\.maxItems is 1000000; it must be a whole number from 1 to 10000/,
    ],
    [
      { cover: { kind: 'image', mimeTypes: ['picture'] } },
      /cover\.mimeTypes\[0\] is "picture"; it must be a media type/,
    ],
    [
      { a: { ...text, showWhen: [[{ field: 'b', operator: 'empty' }]] } },
      /a\.showWhen\[0\]\[0\]\.field is "b"; it must be a field beside it: there is none/,
    ],
    [{ a: { ...text, showWhen: [[{ field: 'b', operator: 'is' }]] }, b: text }, /operator is "is"; it must be one of/],
    [
      { near: { kind: 'posts', to: ['produkt'] } },
      /names the type produkt, which the interface does not show\. Did you mean product\?/,
    ],
    [{ near: { kind: 'terms', to: ['nav_menu'] } }, /names the taxonomy nav_menu, which the interface does not show/],
    [{ size: { kind: 'group', fields: { a: text }, index: true } }, /cannot have an index/],
  ])('%j is refused with the path of what is wrong', (fields, why) => {
    expect(() => model(fields)).toThrow(DeclarationError);
    expect(() => model(fields)).toThrow(why);
  });

  it('stand in a few levels only', () => {
    let field: object = text;
    for (let level = 0; level < 6; level++) field = { kind: 'group', fields: { inner: field } };
    expect(() => model({ top: field })).toThrow(/is too deep: fields stand in at most 6 levels/);
  });

  it('are keys: a name is declared once, by `fields` or by `meta`', () => {
    expect(() => model({ price: text }, { meta: { price: { type: 'number' } }, supports: ['custom-fields'] })).toThrow(
      /The meta key "price" of product is declared twice/,
    );
    const twice = { object: 'user', fields: { motto: text } };
    expect(() => contentModel([readDeclarations({ fieldSets: [twice, twice] })])).toThrow(
      /of every user is declared twice/,
    );
    const unknown = { object: 'post', subtype: 'produkt', fields: { motto: text } };
    expect(() => contentModel([readDeclarations({ fieldSets: [unknown] })])).toThrow(/produkt, which nobody declares/);
  });

  it('give their type the support for them', () => {
    const supports = (fields: object) => model(fields).types.find(({ name }) => name === 'product')?.supports;
    expect(supports({ price: text })).toEqual(['title', 'editor', 'custom-fields']);
    expect(supports({})).toEqual(['title', 'editor']);
  });

  it('never fail otherwise, whatever their form', () => {
    const odd: unknown[] = [null, 1, 'x', [], [null], {}, { kind: null }, { fields: null }, true];
    for (const kind of fieldKinds) {
      for (const value of odd) {
        for (const member of ['default', 'choices', 'fields', 'layouts', 'to', 'showWhen', 'minItems', 'label']) {
          try {
            model({ some: { kind, choices: ['a'], [member]: value } });
          } catch (error) {
            expect(error).toBeInstanceOf(DeclarationError);
          }
        }
      }
    }
  });
});
