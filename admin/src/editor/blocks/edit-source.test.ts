import { describe, expect, it } from 'vitest';
import { readFacts, tagAttribute, withClasses, withFacts, withStyles, withTagAttribute } from './edit-source.ts';
import { kindNamed } from './kinds.ts';

const inner =
  '<!-- wp:image {"id":1} -->\n<figure class="inner"><img src="/in.png" alt="in"/></figure>\n<!-- /wp:image -->';
const group = `<!-- wp:group {"className":"ours","layout":{"type":"flex"}} -->\n<div class="wp-block-group ours">${inner}</div>\n<!-- /wp:group -->`;

describe('the source of a block', () => {
  it('gets attributes in its comment, escaped as the block editor does', () => {
    const changed = withFacts(group, { label: 'a -- <b> & "c"' });
    expect(changed.split('\n')[0]).toBe(
      String.raw`<!-- wp:group {"className":"ours","layout":{"type":"flex"},"label":"a \u002d\u002d \u003cb\u003e \u0026 \u0022c\u0022"} -->`,
    );
    expect(readFacts(changed)['label']).toBe('a -- <b> & "c"');
    expect(withFacts(changed, { label: undefined })).toBe(group);
    expect(withFacts('<!-- wp:calendar /-->', { align: 'left' })).toBe('<!-- wp:calendar {"align":"left"} /-->');
    expect(withFacts('<!-- wp:calendar {"align":"left"} /-->', { align: undefined })).toBe('<!-- wp:calendar /-->');
  });

  it('has attributes of its own elements changed, and none of the blocks in it', () => {
    expect(tagAttribute(group, 'img', 'alt')).toBeNull();
    expect(withTagAttribute(group, 'img', 'alt', 'x')).toBe(group);
    expect(tagAttribute(inner, 'img', 'alt')).toBe('in');
    expect(withTagAttribute(inner, 'img', 'alt', 'a "b" & c')).toBe(
      inner.replace('alt="in"', 'alt="a &quot;b&quot; &amp; c"'),
    );
    expect(withTagAttribute(inner, 'img', 'title', 'T')).toBe(inner.replace('alt="in"/>', 'alt="in" title="T"/>'));
    expect(withClasses(group, 'div', /^align/, ['alignwide'])).toBe(
      group.replace('group ours', 'group ours alignwide'),
    );
    expect(withStyles(group, 'div', { color: '#123456' })).toBe(
      group.replace('group ours"', 'group ours" style="color:#123456"'),
    );
  });
});

describe('a setting of a block', () => {
  const setting = (kind: string, name: string) => {
    const { fields = [], more = [] } = kindNamed(kind) ?? {};
    const field = [...fields, ...more].find(({ label }) => label.en === name);
    if (!field) throw new Error(`The block ${kind} has no setting ${name}.`);
    return field;
  };

  it('is taken away again to the last character', () => {
    for (const [name, value, none] of [
      ['Position', 'wide', ''],
      ['Colour of the text', '#336699', ''],
      ['Colour of the ground', '#336699', ''],
      ['Size of the text', 'large', ''],
      ['Name for links to it', 'top', ''],
    ] as const) {
      const field = setting('group', name);
      const changed = field.write(group, value);
      expect(field.read(changed)).toBe(value);
      expect(field.write(changed, none)).toBe(group);
    }
    const link = setting('image', 'Link');
    expect(link.write(link.write(inner, 'https://a.test/?b=1&c=2'), '')).toBe(inner);
  });

  it('refuses lengths and colours that are none', () => {
    const spacer =
      '<!-- wp:spacer -->\n<div style="height:100px" aria-hidden="true" class="wp-block-spacer"></div>\n<!-- /wp:spacer -->';
    const height = setting('spacer', 'Height in pixels');
    expect(height.write(spacer, 'url(x)')).toBe(spacer);
    expect(height.write(spacer, '40')).toBe(
      '<!-- wp:spacer {"height":"40px"} -->\n<div style="height:40px" aria-hidden="true" class="wp-block-spacer"></div>\n<!-- /wp:spacer -->',
    );
    expect(setting('group', 'Colour of the text').write(group, 'url(x)')).toBe(group);
  });
});
