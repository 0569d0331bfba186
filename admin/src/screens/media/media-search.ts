/** What the address of the media library names: filters, page, and the file that is open. */
export interface MediaSearch {
  readonly search?: string;
  readonly kind?: (typeof mediaKinds)[number];
  /** 0 for files that are in none. */
  readonly folder?: number;
  readonly tag?: number;
  /** `2026-01`. */
  readonly month?: string;
  readonly lacks?: 'alt_text' | 'use';
  readonly size?: keyof typeof mediaSizes;
  readonly page?: number;
  readonly item?: number;
}

export const mediaKinds = ['image', 'video', 'audio', 'document'] as const;

/** Sizes that files are looked for by. */
export const mediaSizes = {
  wide: { min_width: 2000 },
  narrow: { max_width: 600 },
  heavy: { min_bytes: 1_000_000 },
} as const;

/** Reads an address; what is not understood is left out. */
export function readMediaSearch(raw: Readonly<Record<string, unknown>>): MediaSearch {
  const number = (name: string, least: number) => {
    const value = raw[name] === '' || raw[name] === null ? Number.NaN : Number(raw[name]);
    return Number.isSafeInteger(value) && value >= least ? value : undefined;
  };
  const text = (name: string) => (raw[name] === undefined || raw[name] === null ? '' : String(raw[name]));
  const sizes = Object.keys(mediaSizes) as (keyof typeof mediaSizes)[];
  const found: Readonly<Record<string, unknown>> = {
    search: text('search') || undefined,
    kind: mediaKinds.find((kind) => kind === raw['kind']),
    folder: number('folder', 0),
    tag: number('tag', 1),
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text('month')) ? text('month') : undefined,
    lacks: (['alt_text', 'use'] as const).find((one) => one === raw['lacks']),
    size: sizes.find((one) => one === raw['size']),
    page: number('page', 2),
    item: number('item', 1),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The parameters of the routes for these filters. */
export function filterOf({ search, kind, folder, tag, month }: MediaSearch) {
  const [year = 0, number = 0] = month?.split('-').map(Number) ?? [];
  const start = Date.UTC(year, number - 1, 1);
  const local = (moment: number) => new Date(moment).toISOString().slice(0, 19);
  return {
    search,
    media_type: kind,
    folder,
    tag,
    // The interface's `after` leaves out the moment itself.
    ...(month ? { after: local(start - 1000), before: local(Date.UTC(year, number, 1)) } : {}),
  };
}
