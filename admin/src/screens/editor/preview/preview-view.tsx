import { ActionIcon, Button, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Columns2, Maximize2, SquareArrowOutUpRight, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { dangerColor } from '../../../app/theme.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { notifyFailed } from '../../../ui/notify.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx';
import { useLanguage, useOwnWords, useWords } from '../../../words/words.tsx';
import classes from './preview.module.css';
import { sandboxOf } from './preview-messages.ts';
import type { Preview } from './previews.ts';
import type { LivePreview } from './use-live-preview.ts';
import { previewWords } from './words.ts';

interface PreviewViewProps {
  readonly live: LivePreview;
  readonly firstWidth: Device;
  /** Shows the page on the whole screen instead of beside the text, or the other way; undefined where it cannot. */
  readonly change?: (() => void) | undefined;
  readonly isBeside: boolean;
  /** Where nothing around it can close it. */
  readonly close?: () => void;
}

const widths = { phone: 390, tablet: 820, desktop: 1280 } as const;
export type Device = keyof typeof widths;
const devices: readonly Device[] = ['phone', 'tablet', 'desktop'];

/** The page as readers will see it, and what can be done with its link. */
export function PreviewView({ live, firstWidth, change, isBeside, close }: PreviewViewProps) {
  const words = useWords();
  const own = useOwnWords(previewWords);
  const [device, setDevice] = useState(firstWidth);
  const { preview, state, error } = live;
  const page = preview && preview.link !== '' && state !== 'making' ? preview : null;
  return (
    <>
      <Group gap="xs" className={classes['bar']}>
        <Group gap="xs">
          {(page || state === 'making') && (
            <SegmentedControl
              aria-label={own.width}
              size="xs"
              data={devices.map((value) => ({ value, label: own.devices[value] }))}
              value={device}
              onChange={(value) => setDevice(devices.find((one) => one === value) ?? device)}
            />
          )}
          {page && (
            <Text size="sm" c={state === 'failed' ? dangerColor : 'dimmed'} role="status">
              {own.states[state]}
            </Text>
          )}
        </Group>
        <Group gap={4}>
          {page && <OpenButton preview={page} openTab={live.openTab} />}
          {page && change && !isBeside && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Columns2 size={16} aria-hidden />}
              onClick={change}
            >
              {own.besideText}
            </Button>
          )}
          {page && change && isBeside && (
            <IconAction label={own.onWholeScreen} act={change}>
              <Maximize2 size={18} aria-hidden />
            </IconAction>
          )}
          {close && (
            <IconAction label={words.common.close} act={close}>
              <X size={18} aria-hidden />
            </IconAction>
          )}
        </Group>
        {page && <Sharing preview={page} end={live.end} />}
      </Group>
      {state === 'failed' && <ErrorState title={own.failed} error={error} retry={live.begin} />}
      {state === 'making' && <LoadingRows rows={6} />}
      {state === 'ended' && (
        <EmptyState title={own.ended} text={own.endedText}>
          <Button variant="default" onClick={live.begin}>
            {own.again}
          </Button>
        </EmptyState>
      )}
      {preview?.link === '' && <EmptyState title={own.none} text={own.noneText} />}
      {page && <PreviewFrame preview={page} width={widths[device]} live={live} />}
    </>
  );
}

interface PreviewFrameProps {
  readonly preview: Preview;
  readonly width: number;
  readonly live: Pick<LivePreview, 'frame' | 'loaded'>;
}

/** The page at the width of a device, made smaller where there is less room. */
function PreviewFrame({ preview, width: wanted, live }: PreviewFrameProps) {
  const own = useOwnWords(previewWords);
  const { ref, width, height } = useElementSize();
  const scale = width > 0 ? Math.min(1, width / wanted) : 1;
  return (
    <div className={classes['room']} ref={ref}>
      <iframe
        ref={live.frame}
        onLoad={live.loaded}
        sandbox={sandboxOf(preview, window.location.origin)}
        title={own.frame}
        src={preview.link}
        className={classes['frame']}
        style={{
          width: wanted,
          height: height / scale,
          left: Math.max(0, (width - wanted * scale) / 2),
          transform: `scale(${scale})`,
        }}
      />
    </div>
  );
}

/** Who has the link sees the page: how long that is so, the link, and an end to it. */
function Sharing({ preview, end }: { readonly preview: Preview; readonly end: LivePreview['end'] }) {
  const words = useWords();
  const own = useOwnWords(previewWords);
  const { code } = useLanguage();
  const ends = new Date(preview.expires_gmt).toLocaleTimeString(code, { timeStyle: 'short' });
  return (
    <Group gap="xs" className={classes['sharing']}>
      <Text size="sm" c="dimmed">
        {own.worksUntil(ends)}
      </Text>
      <CopyButton size="compact-sm" value={preview.link} label={own.copyLink} />
      <Button
        size="compact-sm"
        variant="subtle"
        color={dangerColor}
        onClick={() => void end().catch((error: unknown) => notifyFailed(words, own.notEnded, error))}
      >
        {own.end}
      </Button>
    </Group>
  );
}

interface OpenButtonProps {
  readonly preview: Preview;
  readonly openTab: () => void;
}

/** A page of the front end goes on listening in its own tab; one of the server has no need to know who opened it. */
function OpenButton({ preview, openTab }: OpenButtonProps) {
  const own = useOwnWords(previewWords);
  const open = (event: MouseEvent) => {
    if (!preview.front_end) return;
    event.preventDefault();
    openTab();
  };
  return (
    <Tooltip label={own.openInTab}>
      <ActionIcon
        component="a"
        href={preview.link}
        target="_blank"
        rel="noopener"
        onClick={open}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={own.openInTab}
      >
        <SquareArrowOutUpRight size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface IconActionProps {
  readonly label: string;
  readonly act: () => void;
  readonly children: ReactNode;
}

const IconAction = ({ label, act, children }: IconActionProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={act}>
      {children}
    </ActionIcon>
  </Tooltip>
);
