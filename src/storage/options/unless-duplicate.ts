import { StoreError } from '../store-error.ts';

/**
 * Null instead of an error where another writer inserted the same entry first. What the session still has to send is
 * sent before, since its error would be taken for that of the work.
 */
export async function unlessDuplicate<T>(
  session: { sendQueued(): Promise<void> },
  work: () => Promise<T>,
): Promise<T | null> {
  await session.sendQueued();
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError && error.failure === 'duplicate') return null;
    throw error;
  }
}
