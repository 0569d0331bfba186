import type { Store } from '../../extension.ts';
import { counters, daily, resets } from './popup-tables.ts';

/** The statistics of one popup. */
export interface PopupStatistics {
  readonly popup: number;
  readonly opens: number;
  readonly conversions: number;
  readonly totalOpens: number;
  readonly totalConversions: number;
  readonly lastOpenMs: number;
  readonly lastConversionMs: number;
}

/** The statistics of some popups, or of the whole site for popup 0. */
export async function popupStatistics(store: Store, popups: readonly number[]): Promise<readonly PopupStatistics[]> {
  const rows = await store.table(counters).find({ popup: { in: popups } });
  return popups.map((popup) => {
    const of = (event: string) => rows.find((row) => row.popup === popup && row.event === event);
    const [open, conversion] = [of('open'), of('conversion')];
    return {
      popup,
      opens: open?.current ?? 0,
      conversions: conversion?.current ?? 0,
      totalOpens: open?.total ?? 0,
      totalConversions: conversion?.total ?? 0,
      lastOpenMs: open?.lastMs ?? 0,
      lastConversionMs: conversion?.lastMs ?? 0,
    };
  });
}

/** Opens and conversions of one popup between two UTC days, both included. */
export async function statisticsBetween(store: Store, popup: number, from: string, to: string) {
  const rows = await store.table(daily).find({ popup, day: { from } }, { by: 'day', direction: 'asc' });
  const sum = (event: string) =>
    rows.filter((row) => row.event === event && row.day <= to).reduce((total, row) => total + row.count, 0);
  return { opens: sum('open'), conversions: sum('conversion') };
}

/** Conversions per hundred opens, two decimals; 0 where it is undefined. */
export function conversionRate({
  opens,
  conversions,
}: {
  readonly opens: number;
  readonly conversions: number;
}): string {
  return opens === 0 || conversions > opens ? '0.00' : ((100 * conversions) / opens).toFixed(2);
}

/** Resets the current statistics and records their values; lifetime statistics stay. */
export function resetPopup(store: Store, popup: number, nowMs: number): Promise<void> {
  return store.transaction(async (inside) => {
    const [statistics] = await popupStatistics(inside, [popup]);
    if (!statistics) return;
    await inside
      .table(resets)
      .insert({ popup, atMs: nowMs, opens: statistics.opens, conversions: statistics.conversions });
    // Subtracted rather than set to zero: concurrent additions of another process are not lost.
    await inside.table(counters).increase({ popup, event: 'open' }, { current: -statistics.opens });
    await inside.table(counters).increase({ popup, event: 'conversion' }, { current: -statistics.conversions });
    await inside.table(counters).update({ popup }, { lastMs: 0 });
  });
}

/** Deletes a popup with its statistics; the site's own totals stay. */
export function removePopup(store: Store, popup: number): Promise<void> {
  return store.transaction(async (inside) => {
    await inside.table(counters).remove({ popup });
    await inside.table(daily).remove({ popup });
    await inside.table(resets).remove({ popup });
    await inside.posts.remove(popup);
  });
}

const dayMs = 86_400_000;
/** The longest time that one answer shows: two rows a day are read, however many events there were. */
export const mostDays = 366;

/** What happened on one UTC day. */
export interface DayCount {
  readonly day: string;
  readonly opens: number;
  readonly conversions: number;
}

/** Every day from the first to the last, also those without an event. */
export async function dailyCounts(store: Store, popup: number, from: string, to: string): Promise<readonly DayCount[]> {
  const rows = await store.table(daily).find({ popup, day: { from, below: nextDay(to) } });
  const counts = new Map(rows.map(({ event, day, count }) => [`${event} ${day}`, count]));
  return daysBetween(from, to).map((day) => ({
    day,
    opens: counts.get(`open ${day}`) ?? 0,
    conversions: counts.get(`conversion ${day}`) ?? 0,
  }));
}

/** The days from the first to the last, both included; none where they are the wrong way round. */
export function daysBetween(from: string, to: string): readonly string[] {
  const count = Math.floor((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAt(Date.parse(from) + index * dayMs));
}

export const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const nextDay = (day: string) => dayAt(Date.parse(day) + dayMs);

/** A real day, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && dayAt(at) === text;
}
