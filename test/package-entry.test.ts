import { createPlaten } from 'platen';
import { expect, it } from 'vitest';
import { createPlaten as ours } from '../src/platen.ts';

it('is what programs get that import the package by its name', () => {
  expect(createPlaten).toBe(ours);
});
