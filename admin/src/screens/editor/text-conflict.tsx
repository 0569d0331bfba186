import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../api/api.ts';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import { useDates, useOwnWords } from '../../words/words.tsx';
import { CellValue } from '../fields/cell-value.tsx';
import { MergeList } from './conflict/merge-list.tsx';
import { type Choice, mergedText, mergePieces } from './conflict/merge-texts.ts';
import { RenderedPiece } from './conflict/rendered-piece.tsx';
import { conflictWords } from './conflict/words.ts';
import classes from './editor.module.css';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { changesOf, type EditorFields, fieldsOf, type KeptTexts } from './fields.ts';

export type Keeps = 'mine' | 'theirs' | KeptTexts;

interface TextConflictProps {
  readonly kind: EditorKind;
  /** What both versions began with. */
  readonly base: EditorFields;
  readonly mine: EditorFields;
  readonly theirs: Loaded;
  readonly resolve: (keeps: Keeps) => Promise<void>;
}

/** Both versions of a text; the one that is not kept stays as a revision. Or both, place by place. */
export function TextConflict({ kind, base, mine, theirs, resolve }: TextConflictProps) {
  const own = useOwnWords(conflictWords);
  const saved = useMemo(() => fieldsOf(theirs.item, kind), [theirs, kind]);
  const merging = {
    title: useMerging(base.title, mine.title, saved.title, true),
    content: useMerging(base.content, mine.content, saved.content),
    excerpt: useMerging(base.excerpt, mine.excerpt, saved.excerpt, true),
  };
  const count = Object.values(merging).reduce((sum, one) => sum + one.count, 0);
  return (
    <ConflictDialog
      mine={<TextVersion kind={kind} own={mine} other={saved} />}
      theirs={<TextVersion kind={kind} own={saved} other={mine} />}
      resolve={resolve}
      size="80rem"
      intro={<SavedBy kind={kind} theirs={theirs} />}
      merge={
        count > 0
          ? {
              label: own.save,
              run: () =>
                resolve({
                  // A title has one line.
                  title: merging.title.text().replace(/\s*\n\s*/g, ' '),
                  content: merging.content.text(),
                  excerpt: merging.excerpt.text(),
                }),
              children: (
                <section aria-label={own.pieces(count)}>
                  <Title order={2} size="h4" mb="xs">
                    {own.pieces(count)}
                  </Title>
                  <MergeList {...merging.title} name={own.title} />
                  <MergeList {...merging.content} name="" />
                  <MergeList {...merging.excerpt} name={own.excerpt} />
                </section>
              ),
            }
          : undefined
      }
    />
  );
}

/** The places of one text, and what was chosen for them. A line is one place. */
function useMerging(base: string, mine: string, theirs: string, isLine = false) {
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>([]);
  const pieces = useMemo(() => {
    if (!isLine) return mergePieces(base, mine, theirs);
    const by = mine === theirs ? 'none' : mine === base ? 'theirs' : theirs === base ? 'mine' : 'both';
    return [{ by, base, mine, theirs } as const];
  }, [base, mine, theirs, isLine]);
  return {
    pieces,
    choices,
    count: pieces.filter(({ by }) => by !== 'none').length,
    text: () => mergedText(pieces, choices),
    choose(index: number, choice: Choice) {
      const next = [...choices];
      next[index] = choice;
      setChoices(next);
    },
  };
}

/** Who saved the other version, and when, as far as its revisions tell. */
function SavedBy({ kind, theirs }: Pick<TextConflictProps, 'kind' | 'theirs'>) {
  const own = useOwnWords(conflictWords);
  const dates = useDates();
  const { id, modified } = theirs.item;
  const { data: name } = useQuery({
    queryKey: [kind.key, 'saved by', id, modified],
    queryFn: async ({ signal }) => {
      if (!kind.type.supports.includes('revisions')) return null;
      const newest = (await kind.revisions(id, signal)).find(({ slug }) => !slug.includes('autosave'));
      if (!newest) return null;
      const { people } = await api.get('/platen/v1/content/{id}/editors', { id, include: [newest.author] }, signal);
      return people[0]?.name ?? null;
    },
  });
  const time = modified ? dates.minute(new Date(modified)) : '';
  return (
    <Text size="sm">
      {name ? own.savedBy(name, time) : own.savedAt(time)} {own.allKept}
    </Text>
  );
}

interface TextVersionProps {
  readonly kind: EditorKind;
  readonly own: EditorFields;
  readonly other: EditorFields;
}

function TextVersion({ kind, own, other }: TextVersionProps) {
  const changed = changesOf(own, other).meta ?? {};
  return (
    <>
      <Text fw={600}>{own.title}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, for the keyboard too */}
      <div className={classes['version']} tabIndex={0}>
        <RenderedPiece source={own.content} other={other.content} as="ins" />
      </div>
      {kind.type.fields
        .filter(({ name }) => name in changed)
        .map((field) => (
          <div key={field.name}>
            <Text size="xs" c="dimmed" mt="xs">
              {field.label}
            </Text>
            <CellValue field={field} value={own.meta[field.name]} />
          </div>
        ))}
    </>
  );
}
