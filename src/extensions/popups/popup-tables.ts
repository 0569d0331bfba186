import type { ExtensionTable } from '../../extension.ts';

/** The statistics of one event of one popup; popup 0 is the whole site. */
export interface CounterRow {
  id: number;
  popup: number;
  event: string;
  /** Since the last reset. */
  current: number;
  /** Never reset. */
  total: number;
  lastMs: number;
}

export const counters: ExtensionTable<CounterRow> = {
  name: 'popup_counters',
  columns: { id: 'id', popup: 'integer', event: 'short', current: 'integer', total: 'integer', lastMs: 'integer' },
  key: 'id',
  unique: [['popup', 'event']],
};

/** How often an event happened on one UTC day. */
export interface DailyRow {
  id: number;
  popup: number;
  event: string;
  day: string;
  count: number;
}

export const daily: ExtensionTable<DailyRow> = {
  name: 'popup_daily',
  columns: { id: 'id', popup: 'integer', event: 'short', day: 'short', count: 'integer' },
  key: 'id',
  unique: [['popup', 'event', 'day']],
};

/** The statistics at the time of a reset. */
export interface ResetRow {
  id: number;
  popup: number;
  atMs: number;
  opens: number;
  conversions: number;
}

export const resets: ExtensionTable<ResetRow> = {
  name: 'popup_resets',
  columns: { id: 'id', popup: 'integer', atMs: 'integer', opens: 'integer', conversions: 'integer' },
  key: 'id',
  indexes: [['popup']],
};

/** How many bytes of a log have been counted. */
export interface LogRow {
  name: string;
  bytes: number;
}

export const logMarks: ExtensionTable<LogRow> = {
  name: 'popup_logs',
  columns: { name: 'short', bytes: 'integer' },
  key: 'name',
};

/** Every table of this extension. */
export const popupTables = [counters, daily, resets, logMarks];
