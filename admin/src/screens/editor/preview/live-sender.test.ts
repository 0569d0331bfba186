import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveSender } from './live-sender.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sender of a text that changes, and what has arrived. */
function sending() {
  const state = { text: '', sent: [] as string[], arrive: () => {} };
  const sender = createLiveSender(() => {
    state.sent.push(state.text);
    return new Promise((resolve) => {
      state.arrive = resolve;
    });
  });
  const type = (text: string) => {
    state.text += text;
    sender.changed();
  };
  return { state, sender, type };
}

it('sends once after a pause, with what is there then', async () => {
  const { state, type } = sending();
  for (const letter of 'word') {
    type(letter);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(state.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(state.sent).toEqual(['word']);
});

it('shows whoever goes on typing what was typed, again and again', async () => {
  const { state, type } = sending();
  for (const letter of 'a long sentence') {
    type(letter);
    await vi.advanceTimersByTimeAsync(100);
    state.arrive();
  }
  expect(state.sent).toEqual(['a long', 'a long sente']);
});

it('has at most one on its way, and the newest follows', async () => {
  const { state, type } = sending();
  type('a');
  await vi.advanceTimersByTimeAsync(300);
  type('b');
  await vi.advanceTimersByTimeAsync(300);
  type('c');
  await vi.advanceTimersByTimeAsync(300);
  expect(state.sent).toEqual(['a']);
  state.arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(state.sent).toEqual(['a', 'abc']);
  state.arrive();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.sent).toEqual(['a', 'abc']);
});

it('sends at once where it is told to, and nothing more once it is closed', async () => {
  const { state, sender, type } = sending();
  state.text = 'first';
  sender.now();
  expect(state.sent).toEqual(['first']);
  type(' second');
  sender.close();
  state.arrive();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.sent).toEqual(['first']);
});
