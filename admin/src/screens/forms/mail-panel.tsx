import { Button, Fieldset, Group, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useRef } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import type { FormDraft, MailTemplate } from './form-api.ts';
import type { FormWarning } from './use-form-check.ts';
import { formWords } from './words.ts';

interface MailPanelProps {
  readonly draft: FormDraft;
  readonly set: (changes: Partial<FormDraft>) => void;
  readonly fields: readonly { readonly name: string }[];
  readonly warnings: readonly FormWarning[];
}

type MailName = 'mail' | 'mail_2';
type MailText = 'recipient' | 'sender' | 'subject' | 'additional_headers' | 'body' | 'attachments';

/** Where the cursor was last. */
interface MailPlace {
  readonly mail: MailName;
  readonly member: MailText;
  readonly at: number;
}

/** The two mails of a form. */
export function MailPanel({ draft, set, fields, warnings }: MailPanelProps) {
  const own = useOwnWords(formWords);
  const place = useRef<MailPlace>({ mail: 'mail', member: 'body', at: draft.mail.body.length });
  const insert = (name: string) => {
    const { mail, member, at } = place.current;
    const text = draft[mail][member];
    const tag = `[${name}]`;
    place.current = { mail, member, at: at + tag.length };
    set({ [mail]: { ...draft[mail], [member]: text.slice(0, at) + tag + text.slice(at) } });
  };
  const form = (mail: MailName) => (
    <MailForm
      mail={draft[mail]}
      set={(changes) => set({ [mail]: { ...draft[mail], ...changes } })}
      warning={(member) =>
        warnings
          .filter(({ section }) => section === `${mail}.${member}`)
          .map(({ message }) => message)
          .join(' ')
      }
      note={(member, at) => {
        place.current = { mail, member, at };
      }}
    />
  );
  return (
    <Stack gap="lg">
      {fields.length > 0 && (
        <Fieldset legend={own.fields} p="sm">
          <Text size="sm" c="dimmed" mb="xs">
            {own.fieldsHint}
          </Text>
          <Group gap={6}>
            {fields.map(({ name }) => (
              <Button key={name} size="compact-sm" variant="default" onClick={() => insert(name)}>
                [{name}]
              </Button>
            ))}
          </Group>
        </Fieldset>
      )}
      <section aria-label={own.mailTo}>
        <Title order={2} mb="sm">
          {own.mailTo}
        </Title>
        {form('mail')}
      </section>
      <section aria-label={own.mailCopy}>
        <Title order={2} mb="sm">
          {own.mailCopy}
        </Title>
        <Switch
          label={own.mailCopySwitch}
          checked={draft.mail_2.active}
          onChange={(event) => set({ mail_2: { ...draft.mail_2, active: event.currentTarget.checked } })}
          mb="md"
        />
        {draft.mail_2.active && form('mail_2')}
      </section>
    </Stack>
  );
}

interface MailFormProps {
  readonly mail: MailTemplate;
  readonly set: (changes: Partial<MailTemplate>) => void;
  readonly warning: (member: MailText) => string;
  readonly note: (member: MailText, at: number) => void;
}

function MailForm({ mail, set, warning, note }: MailFormProps) {
  const own = useOwnWords(formWords);
  const text = (member: MailText) => ({
    value: mail[member],
    error: warning(member) || undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [member]: event.currentTarget.value }),
    onBlur: (event: React.FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      note(member, event.currentTarget.selectionEnd ?? mail[member].length),
  });
  return (
    <Stack>
      <TextInput label={own.recipient} {...text('recipient')} />
      <TextInput label={own.sender} {...text('sender')} />
      <TextInput label={own.subject} {...text('subject')} />
      <Textarea label={own.body} autosize minRows={8} maxRows={24} {...text('body')} />
      <Textarea
        label={own.headers}
        description={own.headersHint}
        autosize
        minRows={2}
        {...text('additional_headers')}
      />
      <Textarea
        label={own.attachments}
        description={own.attachmentsHint}
        autosize
        minRows={1}
        {...text('attachments')}
      />
      <Switch
        label={own.html}
        checked={Boolean(mail.use_html)}
        onChange={(event) => set({ use_html: event.currentTarget.checked })}
      />
      <Switch
        label={own.excludeBlank}
        checked={Boolean(mail.exclude_blank)}
        onChange={(event) => set({ exclude_blank: event.currentTarget.checked })}
      />
    </Stack>
  );
}
