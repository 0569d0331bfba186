import { describe, expect, it } from 'vitest';
import { answerIn, originOf, sandboxOf } from './preview-messages.ts';
import type { Preview } from './previews.ts';

const preview: Preview = {
  id: 1,
  post: 7,
  type: 'post',
  token: '7.1.1.x',
  expires_gmt: '2026-11-16T20:15:30.000Z',
  link: 'https://front.test/hello/?preview=7.1.1.x',
  front_end: true,
};
const frame = { name: 'the frame' };
const tab = { name: 'the tab' };
const origin = 'https://front.test';

describe('a message to the editor', () => {
  it('is heard from the page of the preview', () => {
    const hear = (data: unknown, source: object = frame) => answerIn({ source, origin, data }, [frame, tab], origin);
    expect(hear({ platen: 'ready' })).toEqual({ platen: 'ready' });
    expect(hear({ platen: 'focus', field: 'title', more: 1 }, tab)).toEqual({ platen: 'focus', field: 'title' });
  });

  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['a page without an origin', { origin: 'null' }],
    ['another window of that origin', { source: { name: 'another' } }],
    ['no window', { source: null }],
    ['another form', { data: 'ready' }],
    ['nothing', { data: null }],
    ['another word', { data: { platen: 'changed' } }],
    ['a field that is no text', { data: { platen: 'focus', field: ['title'] } }],
  ])('is not heard from %s', (_what, given) => {
    const message = { source: frame, origin, data: { platen: 'ready' }, ...given };
    // A tab that was never opened is no window either.
    expect(answerIn(message, [frame, null], origin)).toBeNull();
  });

  it('is not heard where the page is one of the server', () => {
    expect(originOf({ ...preview, front_end: false })).toBe('');
    expect(answerIn({ source: frame, origin: '', data: { platen: 'ready' } }, [frame], '')).toBeNull();
  });
});

it('a frame runs scripts for a front end only, and never as this page', () => {
  expect(sandboxOf(preview, 'https://cms.test')).toBe('allow-scripts allow-same-origin allow-forms');
  expect(sandboxOf(preview, 'https://front.test')).toBe('allow-scripts allow-forms');
  expect(sandboxOf({ ...preview, front_end: false }, 'https://cms.test')).toBe('allow-same-origin');
});
