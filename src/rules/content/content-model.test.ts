import { describe, expect, it } from 'vitest';
import { DeclarationError } from './check-declaration.ts';
import { contentModel } from './content-model.ts';
import { type ContentDeclarations, readDeclarations } from './read-declarations.ts';

const model = (given: Record<string, unknown>) => contentModel([readDeclarations(given)]);
const type = (more: object = {}) => ({ postTypes: [{ name: 'product', ...more }] });
const taxonomy = (more: object = {}) => ({ taxonomies: [{ name: 'genre', ...more }] });

describe('the content of a site', () => {
  it('is what is built in where nothing is declared', () => {
    const { types, taxonomies, meta, grants } = contentModel();
    expect(types.filter((one) => one.restBase).map((one) => one.name)).toEqual(['post', 'page', 'attachment']);
    expect(taxonomies.filter((one) => one.restBase).map((one) => one.name)).toEqual(['category', 'post_tag']);
    expect([meta.length, grants.size]).toEqual([0, 0]);
  });

  it('joins types and taxonomies, whichever of them names the other', () => {
    const { types, taxonomies } = model({
      ...type({ taxonomies: ['post_tag'] }),
      ...taxonomy({ postTypes: ['post', 'product'] }),
    });
    const named = (name: string) => types.find((one) => one.name === name)?.taxonomies;
    expect(named('product')).toEqual(['post_tag', 'genre']);
    expect(named('post')).toEqual(['category', 'post_tag', 'genre']);
    expect(taxonomies.find((one) => one.name === 'post_tag')?.types).toEqual(['post', 'product']);
  });

  it('gives the capabilities of a type to roles', () => {
    const { grants } = model(type({ capabilityType: ['story', 'stories'], roles: { author: 'drafts' } }));
    expect([...grants]).toEqual([['author', ['edit_stories', 'delete_stories']]]);
    expect([...model(type({ capabilityType: 'product' })).grants.keys()]).toEqual(['administrator', 'editor']);
    expect(model(type()).grants.size).toBe(0);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ postTypes: [{}] }, /postTypes\[0\]\.name is missing/],
    [{ postTypes: {} }, /postTypes is \{\}; it must be a list/],
    [type({ suports: [] }), /postTypes\[0\] has no member suports\. Did you mean supports\?/],
    [type({ supports: ['titel'] }), /postTypes\[0\]\.supports\[0\] is "titel"; it must be one of title, editor/],
    [type({ hierarchical: 'yes' }), /hierarchical is "yes"; it must be true or false/],
    [type({ labels: { singular_name: 'P' } }), /labels\.name is missing/],
    [type({ meta: { price: { type: 'money' } } }), /meta\.price\.type is "money"; it must be one of string/],
    [type({ roles: { author: 'most' } }), /roles\.author is "most"; it must be one of all, own, drafts/],
    [{ postTypes: [{ name: 'Product' }] }, /The type "Product" needs another name: lower-case/],
    [{ postTypes: [{ name: 'a'.repeat(21) }] }, /at most 20/],
    [{ postTypes: [{ name: 'post' }] }, /The type "post" needs another name: this one is reserved/],
    [{ postTypes: [{ name: 'wp_block' }] }, /reserved/],
    [{ postTypes: [{ name: 'product' }, { name: 'product' }] }, /The type "product" is declared twice/],
    [{ postTypes: [{ name: 'product', restBase: 'posts' }] }, /The restBase "posts" is taken/],
    [
      {
        postTypes: [
          { name: 'a', restBase: 'x' },
          { name: 'b', restBase: 'x' },
        ],
      },
      /The restBase "x" is declared twice/,
    ],
    [{ ...type({ slug: 'x' }), ...taxonomy({ slug: 'x' }) }, /The slug "x" is declared twice/],
    [type({ slug: 'wp-json' }), /The slug "wp-json" is reserved/],
    [type({ taxonomies: ['genra'] }), /names the taxonomy genra, which nobody declares/],
    [{ ...type({ taxonomies: ['genra'] }), ...taxonomy() }, /Did you mean genre\?/],
    [taxonomy({ postTypes: ['produkt'] }), /The taxonomy genre names the type produkt, which nobody declares/],
    [{ taxonomies: [{ name: 'year' }] }, /The taxonomy "year" needs another name/],
    [taxonomy({ restBase: 'author' }), /items have a field author already/],
    [{ meta: [{ object: 'post', subtype: 'produkt', key: 'x', type: 'string' }] }, /which nobody declares/],
    [type({ supports: ['title'], meta: { price: { type: 'number' } } }), /needs "custom-fields"/],
    [{ meta: [{ object: 'user', subtype: 'x', key: 'y', type: 'string' }] }, /a user has none/],
    [
      {
        meta: [
          { object: 'post', subtype: 'page', key: 'y', type: 'string' },
          { object: 'post', key: 'y', type: 'string' },
        ],
      },
      /The meta key "y" of every post is declared twice/,
    ],
    [{ meta: [{ object: 'post', key: 'y', type: 'string', items: { type: 'string' } }] }, /only an array has items/],
  ])('refuses %j with a sentence', (given, why) => {
    expect(() => model(given)).toThrow(DeclarationError);
    expect(() => model(given)).toThrow(why);
  });

  it('never fails otherwise on a declaration of any form', () => {
    const odd: unknown[] = [null, 1, 'x', [], [null], [1], [{ name: null }], [{ name: 'x', labels: null }], [[]]];
    for (const value of odd) {
      for (const section of ['postTypes', 'taxonomies', 'meta'] satisfies (keyof ContentDeclarations)[]) {
        try {
          model({ [section]: value });
        } catch (error) {
          expect(error).toBeInstanceOf(DeclarationError);
        }
      }
    }
  });
});
