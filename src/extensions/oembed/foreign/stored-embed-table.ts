import type { ExtensionTable } from '../../../extension.ts';

/** What is known of an address of another site. */
export interface KeptEmbed {
  id: number;
  /** A hash of the address: addresses can be longer than an index takes. */
  hash: string;
  address: string;
  /** Empty as long as the provider has not given any. */
  html: string;
  /** How often its provider was asked in vain since it last answered. */
  failures: number;
  /** When the provider is asked again, in seconds. */
  due: number;
}

export const keptEmbedTable: ExtensionTable<KeptEmbed> = {
  name: 'oembed_kept',
  columns: { id: 'id', hash: 'short', address: 'text', html: 'text', failures: 'integer', due: 'integer' },
  key: 'id',
  unique: [['hash']],
  indexes: [['due']],
};
