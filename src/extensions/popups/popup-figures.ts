import type { Store } from '../../extension.ts';
import { counters, daily, resets } from './popup-tables.ts';

/** What is known of one popup's success. */
export interface PopupFigures {
  readonly popup: number;
  readonly opens: number;
  readonly conversions: number;
  readonly totalOpens: number;
  readonly totalConversions: number;
  readonly lastOpenMs: number;
  readonly lastConversionMs: number;
}

/** The figures of some popups, or of the whole site for popup 0. */
export async function popupFigures(store: Store, popups: readonly number[]): Promise<readonly PopupFigures[]> {
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
export async function figuresBetween(store: Store, popup: number, from: string, to: string) {
  const rows = await store.table(daily).find({ popup, day: { from } }, { by: 'day', direction: 'asc' });
  const sum = (event: string) =>
    rows.filter((row) => row.event === event && row.day <= to).reduce((total, row) => total + row.count, 0);
  return { opens: sum('open'), conversions: sum('conversion') };
}

/** Conversions in a hundred opens, two decimals; 0 where that would say nothing. */
export function conversionRate({
  opens,
  conversions,
}: {
  readonly opens: number;
  readonly conversions: number;
}): string {
  return opens === 0 || conversions > opens ? '0.00' : ((100 * conversions) / opens).toFixed(2);
}

/** Sets the current figures back, keeping what they were; lifetime figures stay. */
export function resetPopup(store: Store, popup: number, nowMs: number): Promise<void> {
  return store.transaction(async (inside) => {
    const [figures] = await popupFigures(inside, [popup]);
    if (!figures) return;
    await inside.table(resets).insert({ popup, atMs: nowMs, opens: figures.opens, conversions: figures.conversions });
    // Taken off rather than set to zero: what another process adds meanwhile is not lost.
    await inside.table(counters).increase({ popup, event: 'open' }, { current: -figures.opens });
    await inside.table(counters).increase({ popup, event: 'conversion' }, { current: -figures.conversions });
    await inside.table(counters).update({ popup }, { lastMs: 0 });
  });
}

/** Removes a popup with its figures; the site's own totals stay. */
export function removePopup(store: Store, popup: number): Promise<void> {
  return store.transaction(async (inside) => {
    await inside.table(counters).remove({ popup });
    await inside.table(daily).remove({ popup });
    await inside.table(resets).remove({ popup });
    await inside.posts.remove(popup);
  });
}
