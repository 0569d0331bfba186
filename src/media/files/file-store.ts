import type { Readable } from 'node:stream';
import type { PartialFiles } from '../uploads/partial-files.ts';

/** What a store knows about a file without reading it. */
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
 * Storage of uploaded files by relative paths such as `2021/03/photo.jpg`. A path that isMediaPath refuses is absent
 * for every method. Files appear complete or not at all, and only `replace` puts one in the place of another.
 */
export interface FileStore {
  /** Stores a finished local file, which may be moved away. False when the path is taken. */
  put(path: string, localFile: string, mime: string): Promise<boolean>;
  /** Puts a finished local file, which is moved away, in the place of another; readers get the one or the other. */
  replace(path: string, localFile: string, mime: string): Promise<void>;
  stat(path: string): Promise<StoredFile | null>;
  /**
   * Opens a file, or a span of it, for reading; null when it does not exist, or is another by now than the one with this
   * tag. A file with a tag is never longer than it was said to be.
   */
  read(path: string, span?: ByteSpan, tag?: string): Promise<Readable | null>;
  /** The file itself, for readers that take no stream; null where it does not lie on this machine, or not exist. */
  localFile(path: string): Promise<string | null>;
  /** Removing a file that does not exist is not an error. */
  remove(path: string): Promise<void>;
  /** Removes the folders of these paths where nothing is left in them. */
  removeEmptyFolders(paths: readonly string[]): Promise<void>;
  /** Paths that begin with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /** The bytes of uploads that arrive in several requests. */
  readonly partial: PartialFiles;
  /** Removes what an interrupted process left unfinished. */
  sweep(): Promise<void>;
  /** Frees connections. */
  close(): Promise<void>;
}
