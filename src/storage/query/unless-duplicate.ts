import { StoreError } from '../store-error.ts';

/** Null instead of an error where another writer inserted the same entry first. */
export async function unlessDuplicate<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError && error.failure === 'duplicate') return null;
    throw error;
  }
}
