import { Accordion } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EditorFields } from '../editor/fields.ts';
import { extensionEntriesQuery } from './extension-screens.ts';
import { MountedScript } from './mounted-script.tsx';

interface ExtensionPanelsProps {
  readonly postType: string;
  readonly postId: number | null;
  readonly fields: EditorFields;
  readonly set: (changes: Partial<EditorFields>) => void;
}

/** The sections of extensions beside an editor. */
export function ExtensionPanels({ postType, postId, fields, set }: ExtensionPanelsProps) {
  const editor = useSharedEditor({ postType, postId, fields, set });
  const panels = useQuery(extensionEntriesQuery).data?.panels ?? [];
  return panels
    .filter(({ post_types: types }) => types === null || types.includes(postType))
    .map(({ extension, name, title, script }) => (
      <Accordion.Item key={`${extension}/${name}`} value={`${extension}/${name}`}>
        <Accordion.Control>{title}</Accordion.Control>
        <Accordion.Panel>
          <MountedScript key={postId} script={script} title={title} more={{ editor }} />
        </Accordion.Panel>
      </Accordion.Item>
    ));
}

/** The editor as scripts see it: one object, whatever is typed. */
function useSharedEditor({ postType, postId, fields, set }: ExtensionPanelsProps) {
  const [shared] = useState(() => {
    const held = { postId, fields, set };
    const listeners = new Set<() => void>();
    return {
      held,
      listeners,
      editor: {
        postType,
        get postId() {
          return held.postId;
        },
        // Scripts see terms as the interface has them: a member for each taxonomy.
        fields: () => ({ ...held.fields, ...held.fields.terms }),
        change: (changes: Readonly<Record<string, unknown>>) => held.set(known(changes, held.fields)),
        subscribe: (listener: () => void) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
    };
  });
  useEffect(() => {
    const isNew = shared.held.fields !== fields;
    Object.assign(shared.held, { postId, fields, set });
    if (isNew) for (const listener of shared.listeners) listener();
  }, [postId, fields, set, shared]);
  return shared.editor;
}

/** Only fields of the editor, with values of their own types. */
function known(changes: Readonly<Record<string, unknown>>, fields: EditorFields): Partial<EditorFields> {
  const { terms, meta, ...rest } = fields;
  return {
    ...Object.fromEntries(matching(changes, rest)),
    terms: Object.fromEntries(matching(changes, terms).map(([name, ids]) => [name, idsOf(ids)])),
    meta: isMembers(changes['meta']) ? Object.fromEntries(matching(changes['meta'], meta)) : {},
  };
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []);

type Members = Readonly<Record<string, unknown>>;

const matching = (changes: Members, fields: Members) =>
  Object.entries(changes).filter(([name, value]) => {
    const current = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof current === typeof value && Array.isArray(current) === Array.isArray(value);
  });
