import { expect, it } from 'vitest';
import { maskAddress } from './deliver.ts';

it.each([
  ['192.0.2.77', '192.0.2.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::5', '2001:db8:0::'],
  ['::1', '0:0:0::'],
  ['nonsense', ''],
])('%s becomes %s', (address, masked) => expect(maskAddress(address)).toBe(masked));
