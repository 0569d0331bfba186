import { expect, it } from 'vitest';
import { parseBlocks } from '../blocks/parse-blocks.ts';
import { layoutClasses } from './layout.ts';

const classes = (name: string, attributes = '') => {
  const [block] = parseBlocks(`<!-- wp:${name} ${attributes === '' ? '' : `${attributes} `}/-->`);
  return layoutClasses(block!).join(' ').replace(/-\d+/, '');
};

it.each([
  ['group', 'is-layout-flow'],
  ['column', 'is-layout-flow'],
  ['columns', 'is-layout-flex wp-container'],
  ['buttons', 'is-layout-flex'],
  ['paragraph', ''],
  ['shop/cart', ''],
])('the layout of %s unless it says otherwise', (name, expected) => {
  expect(classes(name)).toBe(expected);
});

const constrained = 'has-global-padding is-layout-constrained';

it.each([
  ['{"layout":{}}', 'is-layout-flow'],
  ['{"layout":{"type":"default"}}', 'is-layout-flow'],
  ['{"layout":{"type":"flow"}}', ''],
  ['{"layout":{"type":"constructor"}}', ''],
  ['{"layout":"x"}', 'is-layout-flow'],
  ['{"layout":{"type":"constrained"}}', constrained],
  ['{"layout":{"inherit":true}}', constrained],
  ['{"layout":{"contentSize":"500px"}}', `${constrained} wp-container`],
  ['{"layout":{"type":"constrained","wideSize":"900px"}}', `${constrained} wp-container`],
  [
    '{"layout":{"type":"constrained","justifyContent":"left"}}',
    'has-global-padding is-content-justification-left is-layout-constrained wp-container',
  ],
  ['{"layout":{"type":"flex","flexWrap":"wrap"}}', 'is-layout-flex'],
  ['{"layout":{"type":"flex","flexWrap":"nowrap"}}', 'is-nowrap is-layout-flex wp-container'],
  ['{"layout":{"type":"flex","verticalAlignment":"top"}}', 'is-layout-flex wp-container'],
  ['{"layout":{"type":"flex","orientation":"horizontal"}}', 'is-horizontal is-layout-flex'],
  ['{"layout":{"type":"flex","justifyContent":"odd Val<"}}', 'is-content-justification-odd-val is-layout-flex'],
  [
    '{"layout":{"type":"flex","orientation":"vertical","justifyContent":"center","flexWrap":"nowrap"}}',
    'is-vertical is-content-justification-center is-nowrap is-layout-flex wp-container',
  ],
  ['{"style":{"spacing":{"blockGap":"20px"}}}', 'is-layout-flow wp-container'],
  ['{"style":{"spacing":{"blockGap":{"top":"1px"}}}}', 'is-layout-flow wp-container'],
  ['{"style":{"spacing":{"blockGap":"bad;}"}}}', 'is-layout-flow'],
])('a group with %s', (attributes, expected) => {
  expect(classes('group', attributes)).toBe(expected);
});

it('a gallery and a row decide on their gaps by themselves', () => {
  expect(classes('gallery', '{"style":{"spacing":{"blockGap":"20px"}}}')).toBe('is-layout-flex');
  expect(classes('buttons', '{"style":{"spacing":{"blockGap":""}}}')).toBe('is-layout-flex');
  expect(classes('buttons', '{"style":{"spacing":{"blockGap":"2px"}}}')).toBe('is-layout-flex wp-container');
});
