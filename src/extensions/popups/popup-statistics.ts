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
