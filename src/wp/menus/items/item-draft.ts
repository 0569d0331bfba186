import type { Members } from '../../../schema/schema.ts';
import type { ItemType } from './item-values.ts';

/** The requested values of an item. A value left out stays as it is, or takes its default on a new item. */
export interface ItemDraft {
  title?: string;
  status?: string;
  url?: string;
  attributeTitle?: string;
  description?: string;
  type?: ItemType;
  object?: string;
  objectId?: number;
  parentId?: number;
  order?: number;
  target?: string;
  classes?: readonly string[];
  relations?: readonly string[];
  menuId?: number;
  meta?: Members;
}
