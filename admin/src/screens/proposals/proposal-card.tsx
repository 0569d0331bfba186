import { Alert, Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { isRefused } from '../../api/refused.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { Pieces } from '../editor/versions/pieces.tsx';
import { AddToReleaseDialog } from '../releases/add-to-release-dialog.tsx';
import { PublishAtDialog } from '../releases/publish-at-dialog.tsx';
import { RefusalNote, usePlannedMoment } from '../releases/release-state.tsx';
import { releaseWords } from '../releases/words.ts';
import { comparedFields, editableTexts } from './field-texts.ts';
import { accept, comment, decline, type Proposal, schedule, unschedule, withdraw } from './proposals-api.ts';
import { proposalWords } from './words.ts';

interface ProposalCardProps {
  readonly proposal: Proposal;
  /** Whether the item is shown beside it, so that no link leads there. */
  readonly isAtItem?: boolean;
  /** Why it cannot be accepted now. */
  readonly blocked?: string | null;
  readonly accepted?: () => void;
  /** In a release: what can be done with it there, instead of deciding about it alone. */
  readonly inRelease?: ReactNode;
}

const colours = { open: 'yellow', accepted: 'green', declined: 'red', withdrawn: 'gray' } as const;
const moment = (text: string): Date => new Date(`${text}Z`);

/** A proposed change: who, when, why, what would differ word by word, and the decision. */
export function ProposalCard({ proposal, isAtItem = false, blocked = null, accepted, inRelease }: ProposalCardProps) {
  const own = useOwnWords(proposalWords);
  const dates = useDates();
  const type = own.types[proposal.type] ?? proposal.type;
  const when = dates.minute(moment(proposal.created_gmt));
  const title = proposal.title || own.untitled;
  const link = isAtItem ? null : editorPath(proposal);
  return (
    <Paper withBorder p="md" component="article" aria-label={`${own.actions[proposal.action]}: ${title}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {link ? <TextLink to={link}>{title}</TextLink> : title}
            </Title>
            <Text size="sm" c="dimmed">
              {proposal.by_program ? own.byProgram(proposal.author_name, when) : own.by(proposal.author_name, when)}
            </Text>
          </div>
          <Group gap={6}>
            <Badge variant="light" color="gray">
              {own.actions[proposal.action]} · {type}
            </Badge>
            <Badge variant="light" color={colours[proposal.state]}>
              {own.states[proposal.state]}
            </Badge>
          </Group>
        </Group>
        {proposal.note && (
          <Text size="sm">
            <strong>{own.why}:</strong> {proposal.note}
          </Text>
        )}
        <ComparedChanges proposal={proposal} />
        {proposal.decided_by !== null && (
          <Text size="sm" c="dimmed">
            {own.decidedBy(own.states[proposal.state], proposal.decided_by_name)}
            {proposal.reason && `: ${proposal.reason}`}
          </Text>
        )}
        <Comments proposal={proposal} />
        {proposal.state === 'open' && inRelease === undefined && (
          <>
            <Plan proposal={proposal} blocked={blocked} />
            <Decision proposal={proposal} blocked={blocked} accepted={accepted} />
          </>
        )}
        {inRelease}
      </Stack>
    </Paper>
  );
}

/** When a change is published by itself, why it was not, and the way to plan it. */
function Plan({ proposal, blocked }: Pick<ProposalCardProps, 'proposal' | 'blocked'>) {
  const words = useWords();
  const releases = useOwnWords(releaseWords);
  const client = useQueryClient();
  const moment = usePlannedMoment();
  const [dialog, setDialog] = useState<'time' | 'release' | null>(null);
  const close = () => setDialog(null);
  const settled = async (note: string) => {
    close();
    notifyDone(words, note);
    await client.invalidateQueries({ queryKey: ['proposals'] });
  };
  const unplan = useMutation({
    mutationFn: () => unschedule(proposal.id),
    onSuccess: () => settled(releases.unplanned),
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const planned = moment(proposal);
  const canPlan = proposal.can_decide && proposal.release === null;
  return (
    <>
      {planned && <Text size="sm">{planned}</Text>}
      {proposal.release !== null && (
        <Text size="sm">
          {releases.inRelease}{' '}
          <TextLink to="/releases/$id" params={{ id: String(proposal.release) }}>
            {releases.showRelease}
          </TextLink>
        </Text>
      )}
      <RefusalNote refusal={proposal.refusal} />
      {(canPlan || planned) && (
        <Group gap="xs">
          {canPlan && (
            <>
              <Button variant="default" size="compact-sm" disabled={Boolean(blocked)} onClick={() => setDialog('time')}>
                {releases.publishAt}
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => setDialog('release')}>
                {releases.add}
              </Button>
            </>
          )}
          {planned && (
            <Button variant="default" size="compact-sm" loading={unplan.isPending} onClick={() => unplan.mutate()}>
              {releases.unplan}
            </Button>
          )}
        </Group>
      )}
      {dialog === 'time' && (
        <PublishAtDialog
          date={proposal.publish_date}
          plan={(date) => schedule(proposal, date)}
          done={() => settled(releases.planned)}
          close={close}
        />
      )}
      {dialog === 'release' && <AddToReleaseDialog change={async () => proposal.id} close={close} />}
    </>
  );
}

function editorPath({ type, item }: Proposal): string | null {
  if (item === null) return null;
  return type === 'posts' || type === 'pages' ? `/${type}/${item}` : null;
}

/** What would differ, word by word. */
export function ComparedChanges({ proposal }: { readonly proposal: Proposal }) {
  const own = useOwnWords(proposalWords);
  const { status } = useWords();
  const fields = useMemo(
    () => comparedFields(proposal, { ...status, deleted: own.deleted }),
    [proposal, status, own.deleted],
  );
  if (fields.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {own.nothing}
      </Text>
    );
  return fields.map(({ name, before, after }) => (
    <div key={name}>
      <Text size="sm" fw={600}>
        {own.fields[name] ?? name}
      </Text>
      <SimpleGrid cols={{ base: 1, md: proposal.action === 'create' ? 1 : 2 }} spacing="sm" verticalSpacing={0}>
        {proposal.action !== 'create' && (
          <div style={{ minWidth: 0 }}>
            <Text size="xs" c="dimmed">
              {own.before}
            </Text>
            <Pieces pieces={before} as="del" />
          </div>
        )}
        <div style={{ minWidth: 0 }}>
          <Text size="xs" c="dimmed">
            {own.after}
          </Text>
          <Pieces pieces={after} as="ins" />
        </div>
      </SimpleGrid>
    </div>
  ));
}

function Comments({ proposal }: { readonly proposal: Proposal }) {
  const own = useOwnWords(proposalWords);
  const words = useWords();
  const dates = useDates();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: () => comment(proposal.id, text),
    onSuccess: async () => {
      setText('');
      await client.invalidateQueries({ queryKey: ['proposals'] });
    },
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  return (
    <>
      {proposal.comments.length > 0 && (
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label={own.comments}>
          {proposal.comments.map((one) => (
            <Text key={`${one.date_gmt} ${one.text}`} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
              <strong>{own.by(one.user_name, dates.minute(moment(one.date_gmt)))}:</strong> {one.text}
            </Text>
          ))}
        </Stack>
      )}
      {proposal.state === 'open' && (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <Textarea
            style={{ flex: 1 }}
            aria-label={own.comment}
            placeholder={own.comment}
            autosize
            minRows={1}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={text.trim() === ''}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {own.send}
          </Button>
        </Group>
      )}
    </>
  );
}

interface DecisionProps extends Pick<ProposalCardProps, 'proposal' | 'blocked'> {
  readonly accepted: (() => void) | undefined;
}

function Decision({ proposal, blocked, accepted }: DecisionProps) {
  const own = useOwnWords(proposalWords);
  const words = useWords();
  const client = useQueryClient();
  const { id: me } = useMe();
  const [open, setOpen] = useState<'edit' | 'decline' | null>(null);
  const settled = async (note: string) => {
    notifyDone(words, note);
    setOpen(null);
    // Not what is in an editor.
    await client.invalidateQueries({ queryKey: ['proposals'] });
  };
  const take = useMutation({
    mutationFn: (more: Parameters<typeof accept>[1]) => accept(proposal, more),
    onSuccess: async () => {
      await settled(own.accepted);
      accepted?.();
    },
    onError: async (error) => {
      // The dialog shows it itself, and keeps what was typed.
      if (open === null && !isRefused(error, 'platen_pending_conflict', 'platen_pending_edited'))
        notifyFailed(words, words.states.notSaved, error);
      // It is shown as it is by now.
      if (isRefused(error, 'platen_pending_edited')) await client.invalidateQueries({ queryKey: ['proposals'] });
    },
  });
  const back = useMutation({
    mutationFn: () => withdraw(proposal.id),
    onSuccess: () => settled(own.withdrawn),
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const isConflict = isRefused(take.error, 'platen_pending_conflict');
  const isEdited = isRefused(take.error, 'platen_pending_edited');
  const sent = take.variables;
  const edit = (next: 'edit' | null) => {
    // What was said of another attempt is not true of this one.
    take.reset();
    setOpen(next);
  };
  return (
    <>
      {isConflict && open !== 'edit' && (
        <Alert color="yellow" title={own.conflict} role="alert">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{own.conflictText}</Text>
            <Button size="compact-sm" loading={take.isPending} onClick={() => take.mutate({ ...sent, over: true })}>
              {own.over}
            </Button>
          </Stack>
        </Alert>
      )}
      {isEdited && open !== 'edit' && (
        <Alert color="yellow" title={own.edited} role="alert">
          {own.editedText}
        </Alert>
      )}
      {blocked && proposal.can_decide && (
        <Text size="sm" c="dimmed">
          {blocked}
        </Text>
      )}
      <Group gap="xs">
        {proposal.can_decide && (
          <>
            <Button disabled={Boolean(blocked)} loading={take.isPending} onClick={() => take.mutate({})}>
              {own.accept}
            </Button>
            {editableTexts(proposal).length > 0 && (
              <Button variant="default" disabled={Boolean(blocked)} onClick={() => edit('edit')}>
                {own.edit}
              </Button>
            )}
            <Button variant="default" onClick={() => setOpen('decline')}>
              {own.decline}
            </Button>
          </>
        )}
        {proposal.author === me && (
          <Button variant="subtle" color="gray" loading={back.isPending} onClick={() => back.mutate()}>
            {own.withdraw}
          </Button>
        )}
      </Group>
      {open === 'edit' && (
        <EditDialog
          proposal={proposal}
          taking={take}
          take={(fields) => take.mutate(isConflict ? { fields, over: true } : { fields })}
          close={() => edit(null)}
        />
      )}
      {open === 'decline' && (
        <DeclineDialog id={proposal.id} done={() => settled(own.declined)} close={() => setOpen(null)} />
      )}
    </>
  );
}

interface EditDialogProps {
  readonly proposal: Proposal;
  readonly taking: { readonly isPending: boolean; readonly error: unknown };
  readonly take: (fields: Record<string, unknown>) => void;
  readonly close: () => void;
}

function EditDialog({ proposal, taking, take, close }: EditDialogProps) {
  const own = useOwnWords(proposalWords);
  const [texts, setTexts] = useState(() => Object.fromEntries(editableTexts(proposal)));
  const isConflict = isRefused(taking.error, 'platen_pending_conflict');
  const isEdited = isRefused(taking.error, 'platen_pending_edited');
  const saving = {
    isPending: taking.isPending,
    error: isConflict || isEdited ? null : taking.error,
    mutate: () => take({ ...proposal.fields, ...texts }),
  };
  const submit = isConflict ? own.over : own.acceptEdited;
  return (
    <FormDialog title={own.editTitle} submit={submit} saving={saving} close={close} size="xl">
      {isConflict && (
        <Alert color="yellow" title={own.conflict} role="alert">
          {own.conflictText}
        </Alert>
      )}
      {isEdited && (
        <Alert color="yellow" title={own.edited} role="alert">
          {own.editedHere}
        </Alert>
      )}
      {Object.entries(texts).map(([name, text]) => (
        <Textarea
          key={name}
          label={own.fields[name] ?? name}
          autosize
          minRows={name === 'content' ? 8 : 1}
          maxRows={20}
          value={text}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTexts((before) => ({ ...before, [name]: value }));
          }}
        />
      ))}
    </FormDialog>
  );
}

interface DeclineDialogProps {
  readonly id: number;
  readonly done: () => Promise<void>;
  readonly close: () => void;
}

function DeclineDialog({ id, done, close }: DeclineDialogProps) {
  const own = useOwnWords(proposalWords);
  const [reason, setReason] = useState('');
  const saving = useMutation({ mutationFn: () => decline(id, reason), onSuccess: done });
  return (
    <FormDialog title={own.declineTitle} submit={own.decline} saving={saving} close={close}>
      <Textarea
        label={own.reason}
        description={own.reasonHint}
        autosize
        minRows={3}
        maxLength={4000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
