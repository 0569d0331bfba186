import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite } from './admin-site.ts';

let admin: AdminSite;

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const editor = () => admin.site.as('editor');

async function makeForm(title: string, more: Record<string, unknown> = {}): Promise<number> {
  const form =
    '[text your-name] [email your-email] [text your-subject] [textarea your-message] [file paper filetypes:txt]';
  const made = await editor().post('/forms/v1/contact-forms', { title, form, ...more });
  expect(made.status).toBe(200);
  return made.body.id;
}

async function sendForm(
  id: number,
  fields: Record<string, string>,
  file?: { name: string; text: string },
): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append('paper', new Blob([file.text], { type: 'text/plain' }), file.name);
  const answer = await fetch(`${admin.origin}/wp-json/forms/v1/contact-forms/${id}/feedback`, { method: 'POST', body });
  expect(answer.status).toBe(200);
}

describe('forms', () => {
  it('are made, built with buttons, checked and saved', async () => {
    const page = await admin.open('editor', 'forms');
    await page.getByRole('button', { name: 'New form' }).click();
    await page.getByLabel('What is it for?').fill('Bookings');
    await page.getByRole('button', { name: 'Make the form' }).click();
    await page.waitForURL(/\/admin\/forms\/\d+$/);
    const id = Number(page.url().split('/').at(-1));

    await page.getByRole('group', { name: 'Add a field' }).getByRole('button', { name: 'Drop-down list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Room');
    await dialog.getByLabel('Name').fill('room');
    await dialog.getByLabel('Choices, one per line').fill('Small\nLarge "suite"');
    await dialog.getByLabel('Must be filled in').check();
    await dialog.getByRole('button', { name: 'Insert' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the form' });
    await expect.poll(() => text.inputValue()).toContain(`<label>Room\n[select* room "Small" 'Large "suite"']</label>`);
    const frame = page.frameLocator('iframe[title="The form as visitors see it"]');
    await frame.locator('select[name="room"]').waitFor();
    await page.getByText('The mail settings look right.').waitFor();

    await page.getByRole('tab', { name: 'Mail' }).click();
    const mail = page.getByRole('region', { name: 'Mail to you' });
    await mail.getByLabel('Subject').fill('Booking: ');
    await page.getByRole('button', { name: '[room]' }).click();
    await expect.poll(() => mail.getByLabel('Subject').inputValue()).toBe('Booking: [room]');
    await mail.getByLabel('To', { exact: true }).fill('nobody');
    await page.getByText('1 thing to look at').waitFor();
    await mail.getByLabel('To', { exact: true }).fill('desk@example.org');
    await page.getByText('The mail settings look right.').waitFor();

    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByLabel('The message was sent').fill('See you soon.');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Keep files').check();
    await page.getByText('Not saved yet').waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0);
    const { body } = await editor().get(`/forms/v1/contact-forms/${id}`);
    expect(body).toMatchObject({
      title: 'Bookings',
      properties: {
        mail: { subject: 'Booking: [room]', recipient: 'desk@example.org' },
        additional_settings: 'store_files: on',
      },
    });
    expect(body.properties.form).toContain('[select* room');
    expect(body.properties.messages.mail_sent_ok).toBe('See you soon.');
    await page.context().close();
  });

  it('ask before unsaved changes are left, and go after a second word', async () => {
    const id = await makeForm('Careful');
    const page = await admin.open('editor', `forms/${id}`);
    await page.getByLabel('Title').fill('Changed');
    await page.getByRole('link', { name: 'All forms' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('button', { name: /stay/i }).click();
    expect(page.url()).toMatch(/forms\/\d+$/);
    await page.context().close();
  });

  it('run no script of their text in the preview', async () => {
    const id = await makeForm('Hostile', {
      form: '<img src=x onerror="parent.document.title=1"><script>parent.document.title="hacked"</script>[text t]',
    });
    const page = await admin.open('administrator', `forms/${id}`);
    await page.frameLocator('iframe[title="The form as visitors see it"]').locator('input[name="t"]').waitFor();
    expect(await page.title()).toContain('Hostile');
    await page.context().close();
    // The picture of the text is not loaded, and says so.
    admin.faults.splice(0, admin.faults.length, ...admin.faults.filter((fault) => !/inline|srcdoc/i.test(fault)));
  });

  it('are duplicated and deleted from the list', async () => {
    await makeForm('Twice');
    const page = await admin.open('editor', 'forms');
    await page.getByRole('button', { name: 'Actions for Twice' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('link', { name: 'Twice (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Twice (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Twice (copy)' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('the inbox', () => {
  it('says that nobody has written, then shows what they wrote, as text', async () => {
    const page = await admin.open('editor', 'inbox');
    await page.getByRole('heading', { name: 'Nobody has written yet' }).waitFor();
    const id = await makeForm('Contact', { additional_settings: 'skip_mail: on\nstore_files: on' });
    await sendForm(
      id,
      {
        'your-name': 'Ann Bee',
        'your-email': 'ann@example.net',
        'your-subject': 'Opening hours',
        'your-message': '<img src=x onerror=alert(1)> When are you open?',
      },
      { name: 'plan.txt', text: 'the plan' },
    );
    await sendForm(id, { 'your-name': 'Bob', 'your-email': 'bob@example.net', 'your-subject': '=1+1' });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: '2 unread messages' }).click();
    await page.getByRole('button', { name: /Opening hours/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('<img src=x onerror=alert(1)> When are you open?').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Save: plan.txt' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('plan.txt');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await editor().get('/platen/v1/forms/messages?unread=true')).headers['x-wp-total'])
      .toBe('1');
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(table.suggestedFilename()).toBe('messages.csv');
    await page.context().close();
  });

  it('is searched, and moves to the trash and back with undo', async () => {
    const page = await admin.open('editor', 'inbox');
    await page.getByRole('button', { name: /Opening hours/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('bob@');
    await expect.poll(() => page.getByRole('button', { name: /Opening hours/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select: =1+1' }).check();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /=1\+1/ }).waitFor();
    await page.context().close();
  });

  it('shows a failed mail and sends it again', async () => {
    const id = await makeForm('By mail');
    await sendForm(id, { 'your-name': 'Cara', 'your-email': 'cara@example.net', 'your-subject': 'Lost mail' });
    const { store } = admin.site.platen;
    const { mailJobsTable } = await import('../../../src/background/mail/mail-jobs.ts');
    const { messagesTable } = await import('../../../src/extensions/forms/inbox/message-table.ts');
    const [message] = await store.table(messagesTable).find({ subject: 'Lost mail' });
    await store.table(messagesTable).update({ id: message!.id }, { status: 'mail_failed' });
    await store
      .table(mailJobsTable)
      .update({ reference: `forms:${message!.id}` }, { state: 'failed', lastError: '550 no such user' });
    const page = await admin.open('editor', 'inbox?folder=undelivered');
    await page.getByRole('button', { name: /Lost mail/ }).click();
    await page.getByText('550 no such user').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    // This site has no mail server, and says so instead of promising anything.
    await page.getByText('The mail waits: no mail server is set up').waitFor();
    await page.getByRole('dialog').getByText('Not sent: no mail server is set up').waitFor();
    await page.getByRole('dialog').getByText('Not sent', { exact: true }).waitFor();
    expect(await page.getByText('On its way').count()).toBe(0);
    await page.getByText('No mail is sent').waitFor();
    await page.context().close();
  });

  it('forgets a person', async () => {
    const page = await admin.open('editor', 'inbox');
    await page.getByRole('button', { name: 'Privacy' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Spam').fill('30');
    await dialog.getByRole('button', { name: 'Save days' }).click();
    await page.getByText('Saved. What is older was removed.').waitFor();
    await dialog.getByLabel('E-mail address').fill('cara@example.net');
    await dialog.getByRole('button', { name: 'Remove all messages' }).click();
    await page.getByText('1 message removed').waitFor();
    expect((await editor().get('/platen/v1/forms/retention')).body.spam).toBe(30);
    expect((await editor().get('/platen/v1/forms/messages?search=cara')).body).toEqual([]);
    await page.context().close();
  });

  it('is not offered to authors', async () => {
    const page = await admin.open('author', '');
    const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts();
    expect(links).not.toContain('Inbox');
    expect(links).not.toContain('Forms');
    await page.goto(`${admin.origin}/admin/inbox`);
    await page.getByText('You may not see this').waitFor();
    await page.context().close();
  });
});

it('no page did what it may not', () => {
  expect(admin.faults).toEqual([]);
});
