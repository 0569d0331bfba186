import { expect, it } from 'vitest';
import { StoreError } from '../storage/store-error.ts';
import { diskRefusal, storeRefusal } from './translate-fault.ts';

it('a value the database cannot hold is the caller’s to change', () => {
  expect(storeRefusal(new StoreError('refused', 'It is too long.'))).toMatchObject({ status: 400 });
});

it('a database that is busy is asked again in a moment', () => {
  const refusal = storeRefusal(new StoreError('busy', 'Too many wait.'));
  expect(refusal).toMatchObject({ code: 'rest_database_busy', status: 503, headers: { 'Retry-After': '1' } });
});

it.each([
  ['full', 'rest_storage_full', 507],
  ['readonly', 'rest_storage_readonly', 503],
  ['unreachable', 'rest_database_unavailable', 503],
] as const)('a database that is %s is a fault of the machine', (failure, code, status) => {
  const refusal = storeRefusal(new StoreError(failure, 'It is so.'));
  expect(refusal).toMatchObject({ code, status, headers: { 'Retry-After': expect.any(String) } });
});

it.each([
  ['ENOSPC', 507],
  ['EDQUOT', 507],
  ['EROFS', 503],
  ['EACCES', 503],
  ['EIO', 503],
])('a file that cannot be written because of %s is a fault of the machine', (code, status) => {
  expect(diskRefusal(Object.assign(new Error(code), { code, syscall: 'write' }))).toMatchObject({ status });
});

it('a connection that is not permitted is no fault of the disk', () => {
  expect(diskRefusal(Object.assign(new Error('no'), { code: 'EACCES', syscall: 'connect' }))).toBeNull();
});

it('any other failure is ours', () => {
  expect(storeRefusal(new StoreError('missing', 'It is gone.'))).toBeNull();
  expect(storeRefusal(new Error('A slip.'))).toBeNull();
  expect(diskRefusal(new Error('A slip.'))).toBeNull();
});
