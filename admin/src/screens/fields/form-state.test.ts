import { describe, expect, it, vi } from 'vitest';
import { createFormState, rowKeys } from './form-state.ts';
import { rowsOf } from './paths.ts';
import { inserted, moved } from './row-moves.ts';

const values = { title: 'x', rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] };

describe('a form', () => {
  it('tells what was typed, and not what it was given', () => {
    const changed = vi.fn();
    const listener = vi.fn();
    const form = createFormState(values, { changed });
    form.subscribe(listener);
    form.set(['rows', 1, 'name'], 'B');
    expect(changed).toHaveBeenCalledExactlyOnceWith(form.values());
    expect(form.at(['rows', 1, 'name'])).toBe('B');
    form.replace(values);
    expect(changed).toHaveBeenCalledTimes(1);
    expect([listener.mock.calls.length, form.revision()]).toEqual([2, 1]);
  });

  it('leaves every value beside a change the very same', () => {
    const form = createFormState(values);
    form.set(['rows', 1, 'name'], 'B');
    expect(form.at(['rows', 0])).toBe(values.rows[0]);
    expect(form.at(['rows', 1])).not.toBe(values.rows[1]);
  });

  it('knows a row again after it was edited and moved', () => {
    const form = createFormState(values);
    const [a, b, c] = rowKeys(form, ['rows']).split(' ');
    form.set(['rows', 1, 'name'], 'B');
    expect(rowKeys(form, ['rows'])).toBe(`${a} ${b} ${c}`);
    form.set(['rows'], moved(rowsOf(form.at(['rows'])), 1, 0));
    expect(rowKeys(form, ['rows'])).toBe(`${b} ${a} ${c}`);
    form.set(['rows'], inserted(rowsOf(form.at(['rows'])), 1, structuredClone(form.at(['rows', 0]))));
    const [first, copy, ...rest] = rowKeys(form, ['rows']).split(' ');
    expect([first, rest]).toEqual([b, [a, c]]);
    expect([a, b, c]).not.toContain(copy);
  });
});

describe('what was refused', () => {
  const refused = { 'rows[0].name': 'No.', 'rows[2].name': 'No.', title: 'No.' };

  it('is settled where the value or something above it changes', () => {
    const form = createFormState(values);
    form.refuse(refused);
    form.set(['rows', 2, 'name'], 'C');
    expect(Object.keys(form.errors())).toEqual(['rows[0].name', 'title']);
    form.set(['rows'], []);
    expect(Object.keys(form.errors())).toEqual(['title']);
  });

  it('gives the focus to the first in the order of the form, once', () => {
    const form = createFormState(values, { first: (paths) => paths.at(-1) ?? null });
    form.refuse(refused);
    expect(form.wanted()).toBe('title');
    form.want(null);
    expect(form.wanted()).toBeNull();
    form.refuse({});
    expect(form.wanted()).toBeNull();
  });
});
