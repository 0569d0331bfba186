export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export type Direction = 'asc' | 'desc';
