import type { TestPlaten } from '../../support/platen.ts';

/** An item as those who may edit it see it. */
export interface Item {
  readonly id: number;
  readonly status: string;
  readonly link: string;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string };
}

export async function makeItem(site: TestPlaten, route: string, fields: object): Promise<Item> {
  const { status, body } = await site.as('administrator').post(`/wp/v2/${route}`, fields);
  if (status !== 201) throw new Error(`${route}: ${status} ${JSON.stringify(body)}`);
  return body;
}
