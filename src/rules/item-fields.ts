/** Fields that a site may add to its items; none of them is there unless it does. */
export const itemFields = ['blocks', 'head', 'yoast', 'acf', 'resized'] as const;

export type ItemField = (typeof itemFields)[number];

export const isItemField = (name: string): name is ItemField => itemFields.some((one) => one === name);

/** The word for no fields, not even those that an adopted site had. */
export const noItemFields = 'none';
