import type { ExtensionTable } from '../../storage/store.ts';
import type { PartialState } from './partial-files.ts';

/** An upload that may arrive in several requests. */
export interface UploadRow {
  id: string;
  /** The account that it belongs to. */
  userId: number;
  /** Bytes of the whole file. */
  length: number;
  /** Bytes that are durable. */
  received: number;
  /** The file name as the client sent it. */
  name: string;
  /** The arguments of the media item that is made of it. */
  fields: Readonly<Record<string, unknown>>;
  /** What the file store has of it. */
  state: PartialState;
  /** The media item that was made of it; 0 before. */
  attachmentId: number;
  expiresMs: number;
}

/** Resumable uploads, unfinished and finished, until they expire. */
export const uploadsTable: ExtensionTable<UploadRow> = {
  name: 'uploads',
  columns: {
    id: 'short',
    userId: 'integer',
    length: 'integer',
    received: 'integer',
    name: 'text',
    fields: 'json',
    state: 'json',
    attachmentId: 'integer',
    expiresMs: 'integer',
  },
  key: 'id',
  indexes: [['userId'], ['expiresMs'], ['attachmentId']],
  isLogged: false,
};
