/** What a store has of an unfinished file besides its bytes; plain data, stored with the upload. */
export interface PartialState {
  /** The multipart upload of a bucket, once it has begun. */
  readonly multipart?: string;
  /** The tags of its parts, in order. */
  readonly parts?: readonly string[];
  /** The object with the bytes after the last part. */
  readonly rest?: { readonly key: string; readonly size: number };
}

/** An unfinished file: `received` of its `length` bytes are durable. */
export interface PartialFile {
  readonly id: string;
  readonly length: number;
  readonly received: number;
  readonly state: PartialState;
}

/** So many bytes are durable, with this state. */
export type DurablePoint = Pick<PartialFile, 'received' | 'state'>;

/** A path for a temporary file, whose folder exists; the caller removes the file. */
export type Scratch = () => Promise<string>;

/** The bytes of uploads that arrive in several requests. One process at a time works on each. */
export interface PartialFiles {
  /** The largest file that the store can put together. */
  readonly mostBytes: number;
  /**
   * Appends a body. What is yielded is durable; the next bytes are stored after the caller has recorded it. Bytes after
   * the point that was recorded last are dropped by the next call. What was stored before the call goes only when the
   * caller goes on after the last point: it has recorded that one by then.
   */
  append(file: PartialFile, body: AsyncIterable<Uint8Array>, scratch: Scratch): AsyncIterable<DurablePoint>;
  /** Puts the complete file together; its local path. The caller removes that file, and the parts with `remove`. */
  assemble(file: PartialFile, scratch: Scratch): Promise<string>;
  /** Removes all that is stored of a file. Removing it twice is not an error. */
  remove(file: Pick<PartialFile, 'id' | 'state'>): Promise<void>;
}

/** The bytes that were recorded are not there any more. */
export class PartialFileLost extends Error {}

/** After so many bytes they are made durable and recorded: what a killed server loses of one request. */
export const checkpointBytes = 8 * 1024 * 1024;

/** The name of the hidden folder, or the beginning of the keys, below which unfinished files are stored. */
export const partialFolder = '.platen-uploads';
