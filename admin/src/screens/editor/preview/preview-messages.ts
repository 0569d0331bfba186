import type { PreviewAnswer } from '../../../../../src/front-end/preview.ts';
import type { Preview } from './previews.ts';

/** As much of a message as is looked at. */
interface Received {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/** The origin that a preview is on; empty where nothing is sent and nothing is heard. */
export const originOf = ({ link, front_end }: Preview): string => (front_end ? new URL(link).origin : '');

/** What a page of the front end says; null for a message of any other window or origin, or of another form. */
export function answerIn(
  { source, origin, data }: Received,
  pages: readonly unknown[],
  expected: string,
): PreviewAnswer | null {
  if (expected === '' || origin !== expected || !source || !pages.includes(source)) return null;
  if (typeof data !== 'object' || data === null || !('platen' in data)) return null;
  if (data.platen === 'ready') return { platen: 'ready' };
  const isFocus = data.platen === 'focus' && 'field' in data && typeof data.field === 'string';
  return isFocus ? { platen: 'focus', field: String(data.field) } : null;
}

/**
 * What the frame lets a page do. A page of the server is read, not used. A front end runs its scripts; where it has the
 * origin of this page it must not be the same origin too, or it could take itself out of the frame.
 */
export function sandboxOf(preview: Preview, ownOrigin: string): string {
  if (!preview.front_end) return 'allow-same-origin';
  return originOf(preview) === ownOrigin ? 'allow-scripts allow-forms' : 'allow-scripts allow-same-origin allow-forms';
}
