import {
  Badge,
  Button,
  Group,
  Modal,
  NavLink,
  ScrollArea,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../../api/api.ts';
import type { Field } from '../../../api/description.ts';
import { LoadStates } from '../../../ui/list-states.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx';
import { useDates, useOwnWords, useWords } from '../../../words/words.tsx';
import { knownValues } from '../../fields/known-values.ts';
import type { EditorKind, Revision, RevisionFacts } from '../editor-kind.ts';
import type { Written } from '../fields.ts';
import { editorWords } from '../words.ts';
import { compareFields } from './compare-fields.ts';
import { compareTexts } from './compare-texts.ts';
import { Pieces } from './pieces.tsx';
import classes from './versions.module.css';

interface VersionsDialogProps {
  readonly kind: EditorKind;
  readonly id: number;
  /** What is in the editor. */
  readonly current: Written;
  readonly restore: (version: Written) => void;
  readonly close: () => void;
}

/** The earlier versions of an item, each beside what it is now or the version before it. */
export function VersionsDialog({ kind, id, current, restore, close }: VersionsDialogProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const list = useQuery({
    queryKey: [kind.key, 'revisions', id],
    queryFn: ({ signal }) => kind.revisions(id, signal),
    staleTime: 0,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={own.versions}
      size="90rem"
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <LoadStates query={list} rows={5} />
      {list.data?.length === 0 && <EmptyState title={own.versionsEmpty} text={own.versionsEmptyText} />}
      {list.data && list.data.length > 0 && (
        <Versions
          kind={kind}
          id={id}
          all={list.data}
          current={current}
          restore={(version) => {
            restore(version);
            close();
          }}
        />
      )}
    </Modal>
  );
}

interface VersionsProps extends Omit<VersionsDialogProps, 'close'> {
  readonly all: readonly RevisionFacts[];
}

function Versions({ kind, id, all, current, restore }: VersionsProps) {
  const own = useOwnWords(editorWords);
  const dates = useDates();
  const names = useAuthorNames(all);
  const [chosen, setChosen] = useState(all[0]?.id ?? 0);
  const [other, setOther] = useState<'now' | 'before'>('now');
  const at = all.findIndex((one) => one.id === chosen);
  const before = all[at + 1] ?? null;
  const version = useVersion(kind, id, chosen);
  const previous = useVersion(kind, id, other === 'before' ? (before?.id ?? null) : null);
  const time = (one: RevisionFacts) => dates.minute(new Date(one.modified));
  const nothing = useMemo(() => nothingOf(kind), [kind]);
  const shown = version.data;
  const left = other === 'now' ? shown : before ? previous.data : nothing;
  const right = other === 'now' ? current : shown;
  const chosenName = all[at] ? own.version(time(all[at])) : '';
  const otherName = before ? own.version(time(before)) : own.nothingBefore;
  const error = version.error ?? previous.error;
  return (
    <div className={classes['columns']}>
      <ScrollArea.Autosize mah="60vh" type="auto" component="nav" aria-label={own.versions}>
        {all.map((one) => (
          <NavLink
            key={one.id}
            component="button"
            type="button"
            active={one.id === chosen}
            aria-current={one.id === chosen}
            label={time(one)}
            description={names.get(one.author)}
            styles={{ description: { color: 'var(--mantine-color-text)', opacity: 1 } }}
            rightSection={isAutosave(one) ? <Badge color="gray">{own.automatic}</Badge> : null}
            onClick={() => setChosen(one.id)}
          />
        ))}
      </ScrollArea.Autosize>
      <Stack gap="sm" miw={0}>
        <Group justify="space-between">
          <SegmentedControl
            aria-label={own.compareWith}
            size="xs"
            data={[
              { value: 'now', label: own.withNow },
              { value: 'before', label: own.withBefore },
            ]}
            value={other}
            onChange={(value) => setOther(value === 'before' ? 'before' : 'now')}
          />
          <Button disabled={!shown} onClick={() => shown && restore(writtenIn(kind, shown))}>
            {own.restore}
          </Button>
        </Group>
        {error !== null && <ErrorState error={error} />}
        {left && right ? (
          <Comparison
            fields={kind.type.fields}
            left={left}
            right={right}
            leftName={other === 'now' ? chosenName : otherName}
            rightName={other === 'now' ? own.now : chosenName}
          />
        ) : (
          error === null && <LoadingRows rows={5} />
        )}
      </Stack>
    </div>
  );
}

/** What there was before the first version. */
const nothingOf = ({ type }: EditorKind): Written => ({
  title: '',
  content: '',
  excerpt: '',
  meta: knownValues(type.fields),
});

const isAutosave = ({ slug }: RevisionFacts): boolean => slug.includes('-autosave-');

/** What the editor takes of a version: fields that are not declared any more stay out of it. */
function writtenIn({ type }: EditorKind, { title, content, excerpt, meta }: Revision): Written {
  const known = type.fields.filter(({ name }) => Object.hasOwn(meta, name));
  return { title, content, excerpt, meta: Object.fromEntries(known.map(({ name }) => [name, meta[name]])) };
}

function useVersion(kind: EditorKind, parent: number, id: number | null) {
  return useQuery({
    queryKey: [kind.key, 'revision', parent, id],
    queryFn: ({ signal }) => kind.revision(parent, id ?? 0, signal),
    enabled: id !== null,
    // An autosave is written again under the same number.
    staleTime: 5_000,
  });
}

/** The names of those who made the versions, as far as this account may see them. */
function useAuthorNames(all: readonly RevisionFacts[]): ReadonlyMap<number, string> {
  const ids = [...new Set(all.map(({ author }) => author))].filter((one) => one > 0).slice(0, 100);
  const { data } = useQuery({
    queryKey: ['users', 'names', ids],
    queryFn: ({ signal }) =>
      api.get('/wp/v2/users', { context: 'view', include: ids, per_page: 100, _fields: 'id,name' }, signal),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  return new Map((data ?? []).map(({ id, name }) => [id, name]));
}

interface ComparisonProps {
  readonly fields: readonly Field[];
  readonly left: Written;
  readonly right: Written;
  readonly leftName: string;
  readonly rightName: string;
}

function Comparison({ fields, left, right, leftName, rightName }: ComparisonProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const compared = useMemo(
    () => [
      { name: 'title', label: words.editor.title, ...compareTexts(left.title, right.title) },
      { name: 'content', label: words.editor.text, ...compareTexts(left.content, right.content) },
      { name: 'excerpt', label: words.editor.excerpt, ...compareTexts(left.excerpt, right.excerpt) },
      ...compareFields(fields, left.meta, right.meta, words.common),
    ],
    [fields, left, right, words],
  );
  const shown = compared.filter(({ before, after }) => before.length + after.length > 0);
  const isSame = shown.every(({ before, after }) => [...before, ...after].every(({ isOnlyHere }) => !isOnlyHere));
  return (
    <>
      {isSame && (
        <Text size="sm" c="dimmed" role="status">
          {own.sameText}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {(['before', 'after'] as const).map((side) => (
          <section key={side} aria-label={side === 'before' ? leftName : rightName} className={classes['side']}>
            <Text fw={600} size="sm" mb="xs">
              {side === 'before' ? leftName : rightName}
            </Text>
            {shown.map(({ name, label, ...pieces }) => (
              <div key={name}>
                <Text size="xs" c="dimmed">
                  {label}
                </Text>
                <Pieces pieces={pieces[side]} as={side === 'before' ? 'del' : 'ins'} />
              </div>
            ))}
          </section>
        ))}
      </SimpleGrid>
    </>
  );
}
