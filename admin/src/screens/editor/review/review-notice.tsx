import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailed } from '../../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import type { Editing } from '../use-editing.ts';
import { reviewQuery, type SentReview, sendReview } from './review-api.ts';
import { type AskedReview, ReviewDialog } from './review-dialog.tsx';
import { reviewWords } from './words.ts';

interface ReviewNoticeProps {
  readonly editing: Editing;
  /** Whether a review is to be requested now. */
  readonly isRequested: boolean;
  readonly endRequest: () => void;
}

/** That an item waits for review, and what can be done about it. */
export function ReviewNotice({ editing, isRequested, endRequest }: ReviewNoticeProps) {
  const words = useWords();
  const own = useOwnWords(reviewWords);
  const client = useQueryClient();
  const { id } = editing;
  const waits = id !== null && editing.stored.status === 'pending';
  const { data: review } = useQuery({ ...reviewQuery(id ?? 0), enabled: waits });
  const [asked, setAsked] = useState<AskedReview | null>(null);
  const [isBusy, setBusy] = useState(false);

  const send = async (sent: SentReview) => {
    if (id === null) return;
    // What others decide about is what the server has.
    if (sent.act === 'request' && editing.isChanged && !(await editing.store('save'))) throw new Error(own.notStored);
    const isDecision = sent.act === 'approve' || sent.act === 'send_back';
    await sendReview(id, sent, isDecision ? editing.tag : null);
    if (sent.act === 'assign') {
      setAsked(null);
      await client.invalidateQueries({ queryKey: ['review', id] });
      return;
    }
    // The item is another one now: its state, and what may be done with it.
    window.location.reload();
  };
  const approve = async () => {
    setBusy(true);
    await send({ act: 'approve' }).catch((error: unknown) => notifyFailed(words, own.failed, error));
    setBusy(false);
  };
  const dialog = isRequested ? 'request' : asked;
  return (
    <>
      {waits && review?.waits && (
        <Alert mb="md" color="sea" role="status">
          <Group gap="xs">
            <Text size="sm">
              {review.requested_by ? own.waitsBy(review.requested_by.name) : own.waits}{' '}
              {review.reviewer && own.reviewer(review.reviewer.name)}
            </Text>
            {review.may_decide && (
              <>
                <Button size="compact-sm" loading={isBusy} disabled={editing.isChanged} onClick={() => void approve()}>
                  {own.approve}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={editing.isChanged}
                  onClick={() => setAsked('send_back')}
                >
                  {own.sendBack}
                </Button>
              </>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setAsked('assign')}>
              {own.assign}
            </Button>
            {review.may_decide && editing.isChanged && (
              <Text size="sm" c="dimmed">
                {own.saveFirst}
              </Text>
            )}
          </Group>
        </Alert>
      )}
      {dialog && id !== null && (
        <ReviewDialog
          item={id}
          act={dialog}
          reviewer={review?.reviewer?.id ?? null}
          send={send}
          close={() => {
            setAsked(null);
            endRequest();
          }}
        />
      )}
    </>
  );
}
