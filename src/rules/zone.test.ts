import { describe, expect, it } from 'vitest';
import { createZone, isCity, noDate } from './zone.ts';

const paris = createZone({ city: 'Europe/Paris', offsetHours: 0, now: () => Date.UTC(2026, 6, 1) });

describe('a zone with a city', () => {
  it('follows daylight changes in both directions', () => {
    expect(paris.toGmt('2026-01-15 12:00:00')).toBe('2026-01-15 11:00:00');
    expect(paris.toGmt('2026-07-15 12:00:00')).toBe('2026-07-15 10:00:00');
    expect(paris.toLocal('2026-01-15 11:00:00')).toBe('2026-01-15 12:00:00');
    expect(paris.toLocal('2026-07-15 10:00:00')).toBe('2026-07-15 12:00:00');
  });

  it('puts a skipped hour after the change and a repeated hour before it', () => {
    expect(paris.toGmt('2026-03-29 02:30:00')).toBe('2026-03-29 01:30:00');
    expect(paris.toGmt('2026-10-25 02:30:00')).toBe('2026-10-25 00:30:00');
  });

  it('shows its present offset as a number', () => {
    expect(paris.discoveryOffset).toBe(2);
    expect(createZone({ city: 'Asia/Kolkata', offsetHours: 0, now: () => 0 }).discoveryOffset).toBe(5.5);
  });
});

describe('a zone without a city', () => {
  it('leaves dates alone and shows the text 0', () => {
    const plain = createZone({ city: '', offsetHours: 0, now: () => 0 });
    expect(plain.toGmt('2026-07-15 12:00:00')).toBe('2026-07-15 12:00:00');
    expect(plain.discoveryOffset).toBe('0');
  });

  it('keeps the mark for no date', () => {
    const east = createZone({ city: '', offsetHours: 3, now: () => 0 });
    expect(east.toLocal(noDate)).toBe(noDate);
    expect(east.toGmt('2026-01-01 01:00:00')).toBe('2025-12-31 22:00:00');
  });
});

it('knows cities from other words', () => {
  expect(isCity('America/Argentina/Buenos_Aires')).toBe(true);
  expect(isCity('Nowhere/Land')).toBe(false);
  expect(isCity('../etc')).toBe(false);
});
