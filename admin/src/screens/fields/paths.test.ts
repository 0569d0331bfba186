import { describe, expect, it } from 'vitest';
import { isWithin, pathText, readPath, valueAt, withValueAt } from './paths.ts';

const ignore = () => {};

describe('a path', () => {
  it.each([
    [['price'], 'price'],
    [['variants', 3, 'price'], 'variants[3].price'],
    [['size', 'width'], 'size.width'],
    [['grid', 0, 'cells', 12], 'grid[0].cells[12]'],
  ] as const)('%o is written and read as %s', (path, text) => {
    expect(pathText(path)).toBe(text);
    expect(readPath(text)).toEqual(path);
  });

  it('has those below it, and none that only begin alike', () => {
    expect(isWithin('variants[3].price', ['variants', 3])).toBe(true);
    expect(isWithin('variants', ['variants'])).toBe(true);
    expect(isWithin('variants_old[3]', ['variants'])).toBe(false);
    expect(isWithin('variants[30]', ['variants', 3])).toBe(false);
  });
});

describe('values', () => {
  const values = { size: { width: 2 }, variants: [{ price: 1 }, { price: 2 }] };

  it('are found at paths, and nothing where there is none', () => {
    expect(valueAt(values, ['variants', 1, 'price'])).toBe(2);
    expect(valueAt(values, ['variants', 5, 'price'])).toBeUndefined();
    expect(valueAt({ variants: 'text' }, ['variants', 0])).toBeUndefined();
  });

  it('are changed at one path, and are the very same beside it', () => {
    const changed = withValueAt(values, ['variants', 1, 'price'], 9, ignore);
    expect(changed).toEqual({ size: { width: 2 }, variants: [{ price: 1 }, { price: 9 }] });
    expect(valueAt(changed, ['size'])).toBe(values.size);
    expect(valueAt(changed, ['variants', 0])).toBe(values.variants[0]);
    expect(values.variants[1]).toEqual({ price: 2 });
  });

  it('get what was missing on the way', () => {
    expect(withValueAt({}, ['size', 'width'], 3, ignore)).toEqual({ size: { width: 3 } });
    expect(withValueAt({ size: null }, ['size', 'width'], 3, ignore)).toEqual({ size: { width: 3 } });
  });
});
