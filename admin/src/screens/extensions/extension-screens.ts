import { queryOptions } from '@tanstack/react-query';
import { send } from '../../api/request.ts';

/** A screen that an extension adds, as far as this account may use it. */
export interface ExtensionScreenEntry {
  readonly extension: string;
  readonly path: string;
  readonly title: string;
  readonly script: string;
}

export interface ExtensionPanelEntry {
  readonly extension: string;
  readonly name: string;
  readonly title: string;
  readonly script: string;
  /** Null for all types. */
  readonly post_types: readonly string[] | null;
}

interface ExtensionEntries {
  readonly screens: readonly ExtensionScreenEntry[];
  readonly panels: readonly ExtensionPanelEntry[];
}

/** What extensions add to this page; it changes only with a restart of the server. */
export const extensionEntriesQuery = queryOptions({
  queryKey: ['admin-screens'],
  queryFn: async ({ signal }) => {
    const { body } = await send<ExtensionEntries>({ method: 'GET', path: '/platen/v1/admin-screens', signal });
    return body;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const addressOfScreen = ({ extension, path }: ExtensionScreenEntry): string =>
  `/extensions/${extension}/${path}`;
