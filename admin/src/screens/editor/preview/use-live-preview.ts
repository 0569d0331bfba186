import { useEffect, useRef, useState } from 'react';
import type { PreviewChange } from '../../../../../src/front-end/preview.ts';
import type { FormState } from '../../fields/form-state.ts';
import { createLiveSender } from './live-sender.ts';
import { answerIn, originOf } from './preview-messages.ts';
import { type Preview, type Previewed, previewedItem, revokePreview, showChanges, shownValues } from './previews.ts';
import { createShownFrame } from './shown-frame.ts';

/** `making` until there is something to show, `ended` after somebody ended it. */
export type PreviewState = 'making' | 'current' | 'updating' | 'failed' | 'ended';

/** The page of what is being written, which follows the typing. */
export interface LivePreview {
  readonly preview: Preview | null;
  readonly state: PreviewState;
  /** Why the page does not show what is written. */
  readonly error: unknown;
  /** Shows what is written now; begins another preview where the last one has ended. */
  begin(): void;
  /** Ends the preview, so that nobody can open its link any more. */
  end(): Promise<void>;
  /** Takes the frame that shows the page, or null when there is none any more. */
  readonly frame: (element: HTMLIFrameElement | null) => void;
  readonly loaded: () => void;
  openTab(): void;
}

interface LivePreviewOptions extends Previewed {
  readonly form: FormState;
  /** Null until the server has it. */
  readonly id: number | null;
  /** Whether the page is on the screen. */
  readonly isShown: boolean;
  /** A part of the page was chosen. */
  readonly focus: (field: string) => void;
}

export function useLivePreview(options: LivePreviewOptions): LivePreview {
  const [shown, setShown] = useState<Pick<LivePreview, 'preview' | 'state' | 'error'>>(nothing);
  // Requests and messages come at any time; they are about what is true then.
  const now = useRef({ ...options, preview: null as Preview | null, isEnded: false });
  Object.assign(now.current, options);
  const [work] = useState(() => createWork(now.current, setShown));
  const { id, fields, form, isShown } = options;

  useEffect(() => {
    window.addEventListener('message', work.receive);
    return () => {
      window.removeEventListener('message', work.receive);
      work.close();
    };
  }, [work]);

  useEffect(() => {
    if (isShown && id !== null) work.begin();
  }, [work, isShown, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a field is sent
  useEffect(() => work.changed(), [work, fields]);
  useEffect(() => form.subscribe(work.changed), [work, form]);

  return { ...shown, ...work };
}

const nothing = { preview: null, state: 'making', error: null } as const;

interface Now extends LivePreviewOptions {
  preview: Preview | null;
  isEnded: boolean;
}

/** Everything that happens outside of what is drawn. */
function createWork(now: Now, show: (shown: Pick<LivePreview, 'preview' | 'state' | 'error'>) => void) {
  const frame = createShownFrame();
  let tab: Window | null = null;
  /** The windows whose pages said that they listen. */
  const listening = new Set<Window>();
  const pages = (): readonly Window[] =>
    [frame.window(), tab?.closed ? null : tab].filter((one): one is Window => one !== null);
  const isFollowed = () => now.isShown || pages().length > 0;
  /** What was sent last, also where it is still on its way; null where that did not work. */
  let sent: string | null = null;

  const send = async (): Promise<void> => {
    const { id, preview: earlier } = now;
    if (id === null || now.isEnded) return;
    if (earlier) show({ preview: earlier, state: frame.window() ? 'updating' : 'making', error: null });
    try {
      const values = shownValues(now);
      sent = JSON.stringify(values);
      const preview = await showChanges(id, values, earlier);
      // Somebody may have ended it meanwhile.
      if (now.isEnded) return;
      now.preview = preview;
      if (preview.link !== earlier?.link) listening.clear();
      await tell(preview, pages());
      const page = frame.window();
      if (page && !listening.has(page) && preview.link === earlier?.link) frame.reload(() => listening.has(page));
      show({ preview, state: 'current', error: null });
    } catch (error) {
      sent = null;
      show({ preview: earlier, state: 'failed', error });
    }
  };
  const sender = createLiveSender(send);

  /** Tells those of the windows that listen what is shown now. */
  const tell = async (preview: Preview, windows: readonly Window[]): Promise<void> => {
    // A tab that was loaded again has no way to say that it listens; of another origin, it hears nothing.
    const told = windows.filter((one) => listening.has(one) || one === tab);
    if (told.length === 0) return;
    const item = { ...(await previewedItem(now, preview)) };
    const { post, type, token } = preview;
    const change: PreviewChange = { platen: 'changed', post, type, token, item };
    for (const one of told) one.postMessage(change, originOf(preview));
  };

  return {
    begin() {
      now.isEnded = false;
      show({ preview: now.preview, state: 'making', error: null });
      sender.now();
    },
    changed() {
      if (now.preview && isFollowed() && JSON.stringify(shownValues(now)) !== sent) sender.changed();
    },
    async end() {
      const { preview } = now;
      if (!preview) return;
      await revokePreview(preview);
      Object.assign(now, { preview: null, isEnded: true });
      listening.clear();
      show({ preview: null, state: 'ended', error: null });
    },
    frame: frame.take,
    loaded: frame.loaded,
    openTab() {
      // Without `noopener`: the page finds the editor by it. Only pages of the front end are opened this way.
      tab = now.preview && window.open(now.preview.link, '_blank');
    },
    receive(event: MessageEvent) {
      const { preview } = now;
      const answer = preview && answerIn(event, pages(), originOf(preview));
      const page = pages().find((one) => one === event.source);
      if (!answer || !page) return;
      if (answer.platen === 'focus') return now.focus(answer.field);
      listening.add(page);
      tell(preview, [page]).catch((error: unknown) => show({ preview, state: 'failed', error }));
    },
    close: sender.close,
  };
}
