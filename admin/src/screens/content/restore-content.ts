import { api } from '../../api/api.ts';

/** Brings an item back from the trash as it was, its comments with it. */
export const restoreContent = (id: number): Promise<unknown> => api.post('/platen/v1/content/{id}/restore', { id });
