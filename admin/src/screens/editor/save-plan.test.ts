import { describe, expect, it } from 'vitest';
import { type EditorFields, newFields } from './fields.ts';
import { completeDate, planFirstAutosave, planSaves, wireOf } from './save-plan.ts';

const now = '2026-11-17T12:00:00';
const [past, later] = ['2026-11-01T08:00:00', '2026-12-01T08:00:00'];
const item = (fields: Partial<EditorFields> = {}): EditorFields => ({
  ...newFields,
  title: 'T',
  content: 'C',
  date: past,
  ...fields,
});
const plan = (stored: Partial<EditorFields>, chosen: Partial<EditorFields> = {}, canPublish = true) => {
  const { main, save } = planSaves(item(stored), item({ ...stored, ...chosen }), { canPublish, now });
  return {
    main: `${main.label}: ${main.target.status}`,
    save: save && `${save.label}: ${save.target.status}`,
  };
};

describe('the buttons', () => {
  it.each<[string, Partial<EditorFields>, Partial<EditorFields>, string, string | null]>([
    ['a draft', {}, {}, 'publish: publish', 'saveDraft: draft'],
    ['a draft with a later date', {}, { date: later }, 'schedule: future', 'saveDraft: draft'],
    ['a draft, published chosen', {}, { status: 'publish' }, 'publish: publish', 'saveDraft: draft'],
    ['a draft, private chosen', {}, { status: 'private' }, 'publishPrivately: private', 'saveDraft: draft'],
    ['a draft, scheduled chosen', {}, { status: 'future', date: later }, 'schedule: future', 'saveDraft: draft'],
    ['a draft, scheduled chosen for the past', {}, { status: 'future' }, 'publish: publish', 'saveDraft: draft'],
    ['a draft, review chosen', {}, { status: 'pending' }, 'submit: pending', 'saveDraft: draft'],
    ['what waits for review', { status: 'pending' }, {}, 'publish: publish', 'savePending: pending'],
    ['what waits, draft chosen', { status: 'pending' }, { status: 'draft' }, 'publish: publish', 'saveDraft: draft'],
    [
      'what waits, private chosen',
      { status: 'pending' },
      { status: 'private' },
      'publishPrivately: private',
      'savePending: pending',
    ],
    ['what is published', { status: 'publish' }, {}, 'update: publish', null],
    [
      'what is published, draft chosen',
      { status: 'publish' },
      { status: 'draft' },
      'toDraft: draft',
      'update: publish',
    ],
    ['what is published, a later date', { status: 'publish' }, { date: later }, 'schedule: future', 'update: publish'],
    [
      'what is published, private chosen',
      { status: 'publish' },
      { status: 'private' },
      'publishPrivately: private',
      'update: publish',
    ],
    ['what is scheduled', { status: 'future', date: later }, {}, 'update: future', null],
    [
      'what is scheduled, published chosen',
      { status: 'future', date: later },
      { status: 'publish' },
      'update: future',
      null,
    ],
    [
      'what is scheduled, an earlier date',
      { status: 'future', date: later },
      { date: past },
      'publish: publish',
      'update: future',
    ],
    [
      'what is private, published chosen',
      { status: 'private' },
      { status: 'publish' },
      'publish: publish',
      'update: private',
    ],
  ])('of %s say what they do', (_, stored, chosen, main, save) => {
    expect(plan(stored, chosen)).toEqual({ main, save });
  });

  it.each<[Partial<EditorFields>, Partial<EditorFields>, string, string | null]>([
    [{}, {}, 'submit: pending', 'saveDraft: draft'],
    [{ status: 'pending' }, {}, 'update: pending', null],
    [{ status: 'pending' }, { status: 'draft' }, 'submit: pending', 'saveDraft: draft'],
  ])('of somebody who may not publish, for %o with %o', (stored, chosen, main, save) => {
    expect(plan(stored, chosen, false)).toEqual({ main, save });
  });

  it('that save leave alone what would change what visitors see; it stays chosen', () => {
    const save = (stored: Partial<EditorFields>, chosen: Partial<EditorFields>) =>
      planSaves(item(stored), item({ ...stored, ...chosen }), { canPublish: true, now }).save;
    expect(save({}, { status: 'private', content: 'D' })).toMatchObject({
      target: { status: 'draft', content: 'D' },
      held: { status: 'private' },
    });
    expect(save({ status: 'future', date: later }, { date: past, content: 'D' })).toMatchObject({
      target: { status: 'future', date: later, content: 'D' },
      held: { date: past },
    });
  });
});

describe('a first autosave', () => {
  it.each(['publish', 'private', 'future'] as const)('stores a draft with its texts where %s is chosen', (status) => {
    const fields = item({ status, date: later, sticky: true, password: 'x' });
    const { target, held } = planFirstAutosave(newFields, fields);
    expect(wireOf(target, newFields, Object.keys(newFields) as (keyof EditorFields)[], now)).toEqual({
      title: 'T',
      content: 'C',
    });
    expect(held).toEqual({ status, date: later, sticky: true, password: 'x' });
  });
});

describe('what is sent', () => {
  const names = ['title', 'status', 'date'] as const;

  it('is what differs, as far as the kind has it, with a complete date', () => {
    const target = item({ date: '2026-11-18T09:30', content: 'Other', status: 'publish' });
    expect(wireOf(target, item(), names, now)).toEqual({ status: 'publish', date: '2026-11-18T09:30:00' });
    expect(wireOf(item({ date: '2026-11-01T08:00' }), item(), names, now)).toEqual({});
  });

  it('is no empty date: that is the moment of publishing', () => {
    expect(wireOf(item({ date: '' }), item(), names, now)).toEqual({});
    expect(wireOf(item({ date: '', status: 'publish' }), item({ date: later }), names, now)).toEqual({
      status: 'publish',
      date_gmt: now,
    });
  });

  it.each([
    ['2026-11-18T09:30', '2026-11-18T09:30:00'],
    ['2026-11-18T09:30:12', '2026-11-18T09:30:12'],
    ['', ''],
  ])('has %s as %s', (typed, sent) => {
    expect(completeDate(typed)).toBe(sent);
  });
});

describe('beside what is published', () => {
  const plans = (stored: Partial<EditorFields>, chosen: Partial<EditorFields> = {}, hasBeside = false) =>
    planSaves(item(stored), item({ ...stored, ...chosen }), { canPublish: true, now, hasBeside });

  it('texts are saved without publishing; a chosen state stays in the editor', () => {
    const { beside } = plans({ status: 'publish' }, { title: 'New', status: 'draft', date: later });
    expect(beside?.label).toBe('saveBeside');
    expect(beside?.target).toMatchObject({ title: 'New', status: 'publish', date: past });
    expect(beside?.held).toEqual({ status: 'draft', date: later });
  });

  it.each(['draft', 'pending', 'future'] as const)('there is nothing for what is %s', (status) => {
    expect(plans({ status, date: later }).beside).toBeNull();
  });

  it('the main button publishes what was saved', () => {
    expect(plans({ status: 'publish' }, {}, true).main.label).toBe('publishChanges');
    expect(plans({ status: 'publish' }, { status: 'draft' }, true).main.label).toBe('toDraft');
  });
});
