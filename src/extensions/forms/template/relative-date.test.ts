import { describe, expect, it } from 'vitest';
import { isRealDate, relativeDate } from './field-formats.ts';

describe('dates in templates', () => {
  it.each([
    ['2020-01-31', '2020-01-31'],
    ['today', '2024-02-28'],
    ['tomorrow', '2024-02-29'],
    ['yesterday', '2024-02-27'],
    ['today+2_days', '2024-03-01'],
    ['today-1_week', '2024-02-21'],
    ['today+1_year', '2025-02-28'],
    ['today+1_month-1_day', '2024-03-27'],
    ['Today_+_7_days', '2024-03-06'],
    ['2024-01-31+1_day', '2024-02-01'],
  ])('%s', (expression, date) => expect(relativeDate(expression, '2024-02-28')).toBe(date));

  it.each([
    '',
    'someday',
    '2024-02-30',
    'today+1_fortnight',
    '31/12/2020',
    'today+',
    'today+999999_years',
    'constructor',
    'today+1_constructor',
  ])('%j is none', (expression) => expect(relativeDate(expression, '2024-02-28')).toBeNull());

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-13-01', false],
    ['2024-1-1', false],
  ])('%s exists: %s', (text, real) => expect(isRealDate(text)).toBe(real));
});
