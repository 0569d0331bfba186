import { expect, it } from 'vitest';
import { StoreError } from '../storage/store-error.ts';
import { storeRefusal } from './store-refusal.ts';

it('a value the database cannot hold is the caller’s to change', () => {
  expect(storeRefusal(new StoreError('refused', 'It is too long.'))).toMatchObject({ status: 400 });
});

it('a database that is busy is asked again in a moment', () => {
  const refusal = storeRefusal(new StoreError('busy', 'Too many wait.'));
  expect(refusal).toMatchObject({ code: 'rest_database_busy', status: 503, headers: { 'Retry-After': '1' } });
});

it('any other failure is ours', () => {
  expect(storeRefusal(new StoreError('unreachable', 'It is gone.'))).toBeNull();
  expect(storeRefusal(new Error('A slip.'))).toBeNull();
});
