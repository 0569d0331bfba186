import { describe, expect, it } from 'vitest';
import { Refused, Unreachable } from '../../api/refused.ts';
import { nextFailure, noteOf, nothingSaved, outcomeOf, type SaveFailure, standingFailure } from './save-state.ts';

const refused = new Refused(400, null);
const failure = (way: SaveFailure['way'], names: string[], error: unknown = refused): SaveFailure => ({
  error,
  way,
  names,
});

describe('a save that did not work', () => {
  const bad = failure('save', ['content', 'sticky', 'password']);

  it('is shown while something of it is not saved, whatever is saved by itself', () => {
    expect(standingFailure(bad, { sticky: true, password: 'x' }, 'autosave')).toBe(bad);
    expect(standingFailure(bad, { sticky: true }, 'main')).toBe(bad);
  });

  it('is settled once all of it is saved or gone', () => {
    expect(standingFailure(bad, {}, 'save')).toBeNull();
    expect(standingFailure(bad, { title: 'typed since' }, 'save')).toBeNull();
  });

  it('is settled by the next save where only reading did not work', () => {
    const unread = failure('read', []);
    expect(nextFailure(bad, unread)).toBe(unread);
    expect(standingFailure(unread, { title: 'typed since' }, 'save')).toBeNull();
  });

  it('is settled by any answer where the server could not be reached', () => {
    const offline = failure('save', ['content'], new Unreachable());
    expect(standingFailure(offline, { content: 'x' }, 'autosave')).toBeNull();
  });

  it('is not covered by an autosave that did not work either', () => {
    const later = failure('autosave', ['content']);
    expect(nextFailure(bad, later)).toBe(bad);
    expect(nextFailure(null, later)).toBe(later);
    expect(nextFailure(null, failure('autosave', [], new Unreachable()))).toBeNull();
    expect(nextFailure(later, bad)).toBe(bad);
    expect(standingFailure(later, { content: 'x' }, 'autosave')).toBeNull();
  });
});

describe('the note', () => {
  const [savedAt, autosavedAt] = [new Date(), new Date()];
  const saved = { ...nothingSaved, savedAt };
  it.each([
    ['saving', { ...saved, isSaving: true }, {}, null, false],
    ['none', nothingSaved, {}, null, false],
    ['saved', saved, {}, null, false],
    ['saved', saved, { status: 'publish' }, null, false],
    ['unsaved', nothingSaved, { status: 'publish' }, null, false],
    ['unsaved', saved, { content: 'x' }, null, false],
    ['autosaved', saved, { content: 'x' }, autosavedAt, false],
    ['autosavedBeside', saved, { content: 'x' }, autosavedAt, true],
    ['unsaved', saved, { content: 'x', sticky: true }, autosavedAt, false],
  ] as const)('says %s', (note, state, unsaved, at, isLive) => {
    expect(noteOf(state, unsaved, { autosavedAt: at, isLive })).toBe(note);
  });
});

const [one, other] = ['2026-12-01T08:00:00', '2026-12-02T08:00:00'];

it.each([
  ['draft', 'publish', 'published', one],
  ['future', 'publish', 'published', one],
  ['publish', 'private', 'published', one],
  ['draft', 'future', 'scheduled', one],
  ['future', 'future', 'scheduled', other],
  ['future', 'future', 'saved', one],
  ['publish', 'draft', 'withdrawn', one],
  ['private', 'pending', 'withdrawn', one],
  ['future', 'draft', 'saved', one],
  ['publish', 'publish', 'saved', one],
] as const)('that %s became %s is called %s', (before, after, outcome, date) => {
  expect(outcomeOf({ status: before, date: one }, { status: after, date })).toBe(outcome);
});
