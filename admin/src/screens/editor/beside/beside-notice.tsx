import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/me.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { notifyDone, notifyFailed } from '../../../ui/notify.tsx';
import { useDates, useOwnWords, useWords } from '../../../words/words.tsx';
import { ComparedChanges } from '../../proposals/proposal-card.tsx';
import { type Proposal, schedule, unschedule } from '../../proposals/proposals-api.ts';
import { AddToReleaseDialog } from '../../releases/add-to-release-dialog.tsx';
import { PublishAtDialog } from '../../releases/publish-at-dialog.tsx';
import { RefusalNote, usePlannedMoment } from '../../releases/release-state.tsx';
import { releaseWords } from '../../releases/words.ts';
import type { EditorKind } from '../editor-kind.ts';
import type { Editing } from '../use-editing.ts';
import { isBesideOver, shareBeside } from './beside.ts';
import { besideWords } from './words.ts';

type Dialog = 'changes' | 'time' | 'release' | 'discard' | null;

/** That there are saved changes which are not published, and what can be done with them. */
export function BesideNotice({ kind, editing }: { readonly kind: EditorKind; readonly editing: Editing }) {
  const { beside } = editing;
  return beside && <Notice kind={kind} editing={editing} beside={beside} />;
}

interface NoticeProps {
  readonly kind: EditorKind;
  readonly editing: Editing;
  readonly beside: Proposal;
}

function Notice({ kind, editing, beside }: NoticeProps) {
  const words = useWords();
  const own = useOwnWords(besideWords);
  const releases = useOwnWords(releaseWords);
  const dates = useDates();
  const client = useQueryClient();
  const may = useMay();
  const moment = usePlannedMoment();
  const [dialog, setDialog] = useState<Dialog>(null);
  const [link, setLink] = useState<string | null>(null);
  const close = () => setDialog(null);
  const onError = (error: unknown) => {
    if (isBesideOver(error)) return void editing.reloadBeside().catch(() => {});
    notifyFailed(words, words.states.notSaved, error);
  };
  const settled = async (fresh: Proposal, note: string) => {
    close();
    editing.setBeside(fresh);
    notifyDone(words, note);
    await client.invalidateQueries({ queryKey: ['proposals'] });
  };
  const unplan = useMutation({
    mutationFn: () => unschedule(beside.id),
    onSuccess: (fresh) => settled(fresh, releases.unplanned),
    onError,
  });
  const share = useMutation({
    mutationFn: () => shareBeside(editing.id ?? 0, beside.id),
    onSuccess: setLink,
    onError,
  });
  const discard = useMutation({
    mutationFn: () => editing.discardBeside(),
    onSuccess: async (back) => {
      close();
      notifyDone(words, own.discarded, back);
      await client.invalidateQueries({ queryKey: ['proposals'] });
      await client.invalidateQueries({ queryKey: ['releases'] });
    },
  });
  const planned = moment(beside);
  const canPublish = may(kind.type.capabilities.publish);
  // What is not saved yet would not be part of it.
  const isBlocked = editing.isChanged;
  return (
    <Alert mb="md" color="yellow" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{own.waiting(dates.minute(new Date(`${beside.changed_gmt}Z`)))}</Text>
        {planned && <Text size="sm">{planned}</Text>}
        {beside.release !== null && (
          <Text size="sm">
            {releases.inRelease}{' '}
            <TextLink to="/releases/$id" params={{ id: String(beside.release) }}>
              {releases.showRelease}
            </TextLink>
          </Text>
        )}
        <RefusalNote refusal={beside.refusal} />
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => setDialog('changes')}>
            {own.changes}
          </Button>
          <Button size="compact-sm" variant="default" loading={share.isPending} onClick={() => share.mutate()}>
            {own.share}
          </Button>
          {canPublish && beside.release === null && (
            <>
              <Button size="compact-sm" variant="default" disabled={isBlocked} onClick={() => setDialog('time')}>
                {releases.publishAt}
              </Button>
              <Button size="compact-sm" variant="default" disabled={isBlocked} onClick={() => setDialog('release')}>
                {releases.add}
              </Button>
            </>
          )}
          {planned && (
            <Button size="compact-sm" variant="default" loading={unplan.isPending} onClick={() => unplan.mutate()}>
              {own.unplan}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => setDialog('discard')}>
            {own.discard}
          </Button>
        </Group>
      </Stack>
      {dialog === 'time' && (
        <PublishAtDialog
          date={beside.publish_date}
          plan={async (date) => editing.setBeside(await schedule(beside, date))}
          done={() => {
            close();
            notifyDone(words, releases.planned);
          }}
          close={close}
        />
      )}
      {dialog === 'release' && (
        <AddToReleaseDialog change={async () => beside.id} done={() => editing.reloadBeside()} close={close} />
      )}
      <Modal
        opened={dialog === 'changes'}
        onClose={close}
        title={own.changesTitle}
        size="70rem"
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          <ComparedChanges proposal={beside} />
        </Stack>
      </Modal>
      <Modal
        opened={link !== null}
        onClose={() => setLink(null)}
        title={own.shareTitle}
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          <Text size="sm">{own.shareText}</Text>
          <TextInput label={own.link} value={link ?? ''} readOnly data-autofocus />
          <Group justify="flex-end">
            <CopyButton value={link ?? ''} label={own.copy} />
          </Group>
        </Stack>
      </Modal>
      <ConfirmDialog
        isOpened={dialog === 'discard'}
        title={own.discardTitle}
        text={own.discardText}
        action={own.discard}
        isBusy={discard.isPending}
        error={discard.error}
        confirm={() => discard.mutate()}
        close={close}
      />
    </Alert>
  );
}
