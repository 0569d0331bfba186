import { describe, expect, it } from 'vitest';
import { CleanupStack, withCleanup } from './cleanup-stack.ts';

const failing = (message: string) => () => {
  throw new Error(message);
};

describe('what was opened', () => {
  it('is closed in reverse order, once', async () => {
    const closed: string[] = [];
    const opened = new CleanupStack();
    opened.adopt('first', async (name) => closed.push(name));
    opened.defer(() => closed.push('second'));
    await opened.close();
    await opened.close();
    expect(closed).toEqual(['second', 'first']);
  });

  it('is closed whole when a part of it fails to close', async () => {
    let isClosed = false;
    const opened = new CleanupStack();
    opened.defer(() => {
      isClosed = true;
    });
    opened.defer(failing('the later one'));
    await expect(opened.close()).rejects.toThrow('the later one');
    expect(isClosed).toBe(true);
  });

  it('is closed when a later step fails, which is the failure that shows', async () => {
    let isClosed = false;
    const steps = withCleanup(async (opened) => {
      opened.defer(() => {
        isClosed = true;
      });
      opened.defer(failing('a second failure'));
      throw new Error('the step');
    });
    await expect(steps).rejects.toThrow('the step');
    expect(isClosed).toBe(true);
  });

  it('stays open when all steps succeed', async () => {
    let isClosed = false;
    const close = await withCleanup(async (opened) => {
      opened.defer(() => {
        isClosed = true;
      });
      return () => opened.close();
    });
    expect(isClosed).toBe(false);
    await close();
    expect(isClosed).toBe(true);
  });
});
