import type { Readable } from 'node:stream';

/** What a store knows of a file without reading it. */
export interface StoredFile {
  readonly size: number;
  readonly modified: Date;
  /** Changes whenever the bytes could have changed; without quotes. */
  readonly tag: string;
}

/** A part of a file, both ends included. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Where uploaded files live, by relative paths such as `2021/03/photo.jpg`. A path that isMediaPath refuses is absent
 * to every method. Files appear whole or not at all, and are never overwritten.
 */
export interface FileStore {
  /** Takes a finished local file over (it may be moved away) and keeps it. False when the path is taken. */
  keep(path: string, localFile: string, mime: string): Promise<boolean>;
  stat(path: string): Promise<StoredFile | null>;
  /** Opens a file, or a span of it, for reading; null when it is not there. */
  read(path: string, span?: ByteSpan): Promise<Readable | null>;
  /** Removing what is not there is no error. */
  remove(path: string): Promise<void>;
  /** Paths that begin with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /** Clears what an interrupted process left half-done, and frees connections. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}
