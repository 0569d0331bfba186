import type { FrameLocator, Page } from 'playwright-core';
import { administrator } from './fill-site.ts';

/**
 * Logs in to the editor of a post and opens the preview beside the text; the page in its frame, once it has heard of the
 * editor.
 */
export async function openPreviewBeside(page: Page, contentUrl: string, post: number): Promise<FrameLocator> {
  await page.goto(`${contentUrl}/admin/posts/${post}`);
  await page.fill('#user_login', administrator.username);
  await page.fill('#user_pass', administrator.password);
  await page.click('#wp-submit');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Show beside the text' }).click();
  const frame = page.frameLocator('iframe[title="How readers will see it"]');
  await frame.locator('[data-platen-field=title][tabindex="0"]').waitFor();
  return frame;
}
