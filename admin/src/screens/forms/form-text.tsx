import { Button, Fieldset, Group, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOwnWords } from '../../words/words.tsx';
import {
  freeName,
  hasChoices,
  hasName,
  hasPlaceholder,
  isTagName,
  mayBeRequired,
  type TagDraft,
  type TagKind,
  tagKinds,
  tagText,
} from './tag-text.ts';
import { formWords } from './words.ts';

interface FormTextProps {
  readonly text: string;
  /** Names of the fields that are there. */
  readonly taken: readonly string[];
  readonly setText: (text: string) => void;
}

/** The text of the form, and a button for each kind of field. */
export function FormText({ text, taken, setText }: FormTextProps) {
  const own = useOwnWords(formWords);
  const area = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<TagKind | null>(null);
  const insert = (tag: string) => {
    setAsked(null);
    const at = area.current?.selectionEnd ?? text.length;
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
    setText([before, tag, after].filter((part) => part !== '').join('\n\n'));
    const end = before.length + (before === '' ? 0 : 2) + tag.length;
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(end, end);
    });
  };
  return (
    <Stack>
      <Fieldset legend={own.add} p="sm">
        <Group gap={6}>
          {tagKinds.map((kind) => (
            <Button key={kind} size="compact-sm" variant="default" onClick={() => setAsked(kind)}>
              {own.kinds[kind]}
            </Button>
          ))}
        </Group>
      </Fieldset>
      <Textarea
        ref={area}
        label={own.text}
        description={own.textHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={14}
        maxRows={30}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {asked && <TagDialog kind={asked} text={text} taken={taken} insert={insert} close={() => setAsked(null)} />}
    </Stack>
  );
}

interface TagDialogProps {
  readonly kind: TagKind;
  readonly text: string;
  readonly taken: readonly string[];
  readonly insert: (tag: string) => void;
  readonly close: () => void;
}

function TagDialog({ kind, text, taken, insert, close }: TagDialogProps) {
  const own = useOwnWords(formWords);
  const [draft, setDraft] = useState<TagDraft>(() => ({
    kind,
    label: kind === 'submit' || kind === 'acceptance' ? '' : own.kinds[kind],
    name: freeName(kind, text),
    isRequired: false,
    placeholder: '',
    choices: '',
    fileTypes: 'pdf, jpg, png',
    megabytes: 2,
  }));
  const set = (changes: Partial<TagDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const isWrong = hasName(kind) && !isTagName(draft.name);
  const isTaken = hasName(kind) && taken.includes(draft.name);
  const label = kind === 'submit' ? own.buttonText : kind === 'acceptance' ? own.consentText : own.label;
  const saving = { isPending: false, error: null, mutate: () => !isWrong && !isTaken && insert(tagText(draft)) };
  return (
    <FormDialog title={own.addKind(own.kinds[kind])} submit={own.insert} saving={saving} close={close}>
      <TextInput
        label={label}
        data-autofocus
        required={kind === 'acceptance'}
        value={draft.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {hasName(kind) && (
        <TextInput
          label={own.name}
          description={own.nameHint}
          required
          value={draft.name}
          error={isWrong ? own.nameWrong : isTaken ? own.nameTaken : undefined}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      )}
      {hasPlaceholder(kind) && (
        <TextInput
          label={own.placeholder}
          value={draft.placeholder}
          onChange={(event) => set({ placeholder: event.currentTarget.value })}
        />
      )}
      {hasChoices(kind) && (
        <Textarea
          label={kind === 'quiz' ? own.quizChoices : own.choices}
          required
          autosize
          minRows={3}
          value={draft.choices}
          onChange={(event) => set({ choices: event.currentTarget.value })}
        />
      )}
      {kind === 'file' && (
        <>
          <TextInput
            label={own.fileTypes}
            value={draft.fileTypes}
            onChange={(event) => set({ fileTypes: event.currentTarget.value })}
          />
          <NumberInput
            label={own.megabytes}
            min={1}
            max={25}
            allowDecimal={false}
            value={draft.megabytes}
            onChange={(value) => set({ megabytes: Number(value) || 1 })}
          />
        </>
      )}
      {mayBeRequired(kind) && (
        <Switch
          label={own.required}
          checked={draft.isRequired}
          onChange={(event) => set({ isRequired: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  );
}
