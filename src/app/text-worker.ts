import { workerData } from 'node:worker_threads';
import { coreBlocks } from '../text/blocks/core-blocks.ts';
import { neededByBlocks } from '../text/blocks/needed-by-blocks.ts';
import { blockStyles } from '../text/blocks/supports/block-styles.ts';
import type { ShortcodeRegistry } from '../text/render-context.ts';
import { serveTasks } from '../workers/serve-tasks.ts';
import { cleanTexts, findMedia, renderTexts, type TextTask } from '../workers/text-tasks.ts';
import type { TextResult } from '../workers/text-work.ts';
import type { TextWorkerData } from './text-threads.ts';

// Only createTextThreads starts this module, and it passes this type.
const { variant } = workerData as TextWorkerData;

serveTasks<TextTask, TextResult>(async (task) => {
  if (task.do === 'clean') return cleanTexts(task.texts);
  if (task.do === 'findMedia') return findMedia(task.texts);
  if (task.do === 'findBlockNeeds') return neededByBlocks(task.texts, coreBlocks);
  if (task.do === 'styleBlocks') return blockStyles(task.text);
  return renderTexts(task.texts, task.shared, { shortcodes: await shortcodes(), blocks: coreBlocks });
});

let known: Promise<ShortcodeRegistry> | null = null;

/** The shortcodes of the site. Imported lazily: only rendering needs them, and they load all extensions. */
function shortcodes(): Promise<ShortcodeRegistry> {
  known ??= import('./shortcodes-of.ts').then(({ shortcodesOf }) => shortcodesOf(variant));
  return known;
}
