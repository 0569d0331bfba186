import { workerData } from 'node:worker_threads';
import { cleanTexts, findMedia, renderTexts, type TextTask } from '../background/text-tasks.ts';
import type { TextResult } from '../background/text-work.ts';
import { serveTasks } from '../lib/worker-pool.ts';
import { blockStyles } from '../text/block-supports/block-styles.ts';
import { coreBlocks } from '../text/blocks/core-blocks.ts';
import { neededByBlocks } from '../text/blocks/needed-by-blocks.ts';
import type { ShortcodeRegistry } from '../text/render/render-context.ts';
import type { TextWorkerData } from './worker-threads.ts';

// Only createTextThreads starts this module, and it passes this type.
const { variant, rules } = workerData as TextWorkerData;

serveTasks<TextTask, TextResult>(async (task) => {
  if (task.do === 'clean') return cleanTexts(task.texts, rules);
  if (task.do === 'findMedia') return findMedia(task.texts);
  if (task.do === 'findBlockNeeds') return neededByBlocks(task.texts, coreBlocks);
  if (task.do === 'styleBlocks') return blockStyles(task.text, rules.blocks);
  return renderTexts(task.texts, task.shared, { shortcodes: await shortcodes(), blocks: coreBlocks, rules });
});

let known: Promise<ShortcodeRegistry> | null = null;

/** The shortcodes of the site. Imported lazily: only rendering needs them, and they load all extensions. */
function shortcodes(): Promise<ShortcodeRegistry> {
  known ??= import('./variants.ts').then(({ shortcodesOf }) => shortcodesOf(variant));
  return known;
}
