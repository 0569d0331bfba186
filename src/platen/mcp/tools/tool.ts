import type { MarkdownWork } from '../../../markdown/markdown-work.ts';
import type { JsonSchema } from '../../../schema/json-schema.ts';
import type { AskInterface } from '../ask-interface.ts';

export type ToolInput = Readonly<Record<string, unknown>>;

/** What a tool answers: plain JSON. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** What a tool works with: the interface, asked with the rights of the caller. */
export interface ToolWork {
  readonly ask: AskInterface;
  readonly markdown: MarkdownWork;
}

/** The hints that clients show before a tool is used; the names are those of the protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One thing that an agent can do. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly annotations: ToolAnnotations;
  run(input: ToolInput, work: ToolWork): Promise<ToolAnswer>;
}

export const reading: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Adds something and takes nothing away. */
export const adding: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Replaces or removes what was there; done twice, it is as if done once. */
export const replacing: ToolAnnotations = { ...adding, destructiveHint: true, idempotentHint: true };
