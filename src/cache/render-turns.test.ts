import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createRenderTurns } from './render-turns.ts';

const response = () => new EventEmitter() as unknown as ServerResponse;

describe('answers that several want at once', () => {
  it('are made by the first; the others wait until it is kept', () => {
    const turns = createRenderTurns();
    const seen: string[] = [];
    const first = response();
    turns.take(
      '/a',
      first,
      () => seen.push('made'),
      () => seen.push('never'),
    );
    turns.take(
      '/a',
      response(),
      () => seen.push('never'),
      () => seen.push('waited'),
    );
    turns.take(
      '/b',
      response(),
      () => seen.push('other'),
      () => seen.push('never'),
    );
    expect(seen).toEqual(['made', 'other']);
    const kept = turns.keeping('/a');
    first.emit('close');
    expect(seen).toHaveLength(2);
    kept();
    expect(seen).toEqual(['made', 'other', 'waited']);
  });

  it('keep nobody waiting when they turn out to be nobody else’s', () => {
    const turns = createRenderTurns();
    const seen: string[] = [];
    const first = response();
    turns.take(
      '/a',
      first,
      () => seen.push('made'),
      () => {},
    );
    turns.take(
      '/a',
      response(),
      () => {},
      () => seen.push('released'),
    );
    first.emit('close');
    expect(seen).toEqual(['made', 'released']);
    turns.take(
      '/a',
      response(),
      () => seen.push('at once'),
      () => {},
    );
    turns.take(
      '/a',
      response(),
      () => seen.push('at once'),
      () => {},
    );
    expect(seen.slice(2)).toEqual(['at once', 'at once']);
  });
});
