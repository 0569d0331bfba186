import { describe, expect, it } from 'vitest';
import { blockTypeFrom } from './block-type.ts';
import { coreBlockTypes } from './core-block-types.ts';

const block = (source: object) =>
  blockTypeFrom('shop/cart', { title: 'Cart', about: 'What is bought.', category: 'widgets', ...source });

describe('the notation of blocks', () => {
  it('reads attributes: types, defaults, choices, places in the markup and content', () => {
    const { attributes } = block({
      attributes:
        'size:number=96 order:string(asc|desc)="asc" text:rich-text!{p} url:string{figure > a @href} all:string{}',
    });
    expect(attributes).toMatchObject({
      size: { type: 'number', default: 96 },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
      text: { type: 'rich-text', source: 'rich-text', selector: 'p', role: 'content' },
      url: { type: 'string', source: 'attribute', selector: 'figure > a', attribute: 'href' },
      all: { type: 'string', source: 'raw' },
    });
  });

  it('reads supports: flags, lists, groups and texts', () => {
    const { supports } = block({
      supports: "anchor -html align:wide,full border(color controls(-width)) kind(type='a b')",
    });
    expect(supports).toEqual({
      anchor: true,
      html: false,
      align: ['wide', 'full'],
      __experimentalBorder: { color: true, __experimentalDefaultControls: { width: false } },
      kind: { type: 'a b' },
    });
  });

  it.each([
    [{ attributes: 'size' }, /attributes cannot be read: size/],
    [{ supports: 'color(text' }, /have no end/],
    [{ supports: 'anchor ?' }, /supports cannot be read: \?/],
  ])('refuses %j', (source, why) => expect(() => block(source)).toThrow(why));
});

describe('the attributes that supports bring along', () => {
  const named = (supports: string) => Object.keys(block({ supports }).attributes).sort();

  it('are few where nothing is supported', () => {
    expect(named('')).toEqual(['className', 'lock', 'metadata', 'style']);
    expect(named('-customClassName -customCSS')).toEqual(['lock', 'metadata']);
  });

  it('follow from each support', () => {
    expect(named('color(gradients -text)')).toEqual(expect.arrayContaining(['backgroundColor', 'gradient']));
    expect(named('color(gradients -text)')).not.toContain('textColor');
    expect(named('typography(fontSize fontFamily)')).toEqual(expect.arrayContaining(['fontFamily', 'fontSize']));
    expect(named('align anchor ariaLabel layout border(color)')).toEqual(
      expect.arrayContaining(['align', 'anchor', 'ariaLabel', 'borderColor', 'layout']),
    );
  });

  it('do not replace those of the block', () => {
    expect(block({ supports: 'align', attributes: 'align:string="wide"' }).attributes['align']).toEqual({
      type: 'string',
      default: 'wide',
    });
  });
});

describe('the blocks of the interface', () => {
  it('can all be read, and name only each other', () => {
    const names = new Set(Object.keys(coreBlockTypes));
    for (const [name, source] of Object.entries(coreBlockTypes)) {
      const type = blockTypeFrom(name, source);
      expect(type.namespace).toBe('core');
      for (const other of [...(type.parent ?? []), ...(type.ancestor ?? []), ...(type.allowed ?? [])])
        expect(names).toContain(other);
    }
  });
});
