import { Anchor, Button, Drawer, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { AttachmentEdit } from '../../api/interface.ts';
import { useDeclared } from '../../api/known-types.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { FieldForm } from '../fields/field-form.tsx';
import { useFieldsForm } from '../fields/use-fields-form.ts';
import { type AltText, AltTextField } from './alt-texts-dialog.tsx';
import { FileTools } from './file-tools.tsx';
import { itemQuery, type LibraryItem, libraryApi } from './library-api.ts';
import { MediaUses } from './media-uses.tsx';
import { ReplaceFile } from './replace-file.tsx';
import { useSizeText } from './size-text.ts';
import { mediaWords } from './words.ts';

interface MediaDetailsProps {
  readonly id: number | null;
  readonly close: () => void;
  /** Shows another file. */
  readonly open: (id: number) => void;
}

/** One file: what it says about itself, its address, and its removal. */
export function MediaDetails({ id, close, open }: MediaDetailsProps) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const item = useQuery({
    queryKey: ['media', 'item', id],
    queryFn: ({ signal }) => api.get('/wp/v2/media/{id}', { id: id ?? 0 }, signal),
    enabled: id !== null,
  });
  const more = useQuery({ ...itemQuery(id ?? 0), enabled: id !== null });
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      title={own.details}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {id !== null && <LoadStates query={item.isError ? item : more} rows={4} />}
      {id !== null && item.data?.id === id && more.data?.id === id && (
        <DetailsForm key={id} item={item.data} library={more.data} close={close} open={open} />
      )}
    </Drawer>
  );
}

interface DetailsFormProps extends Pick<MediaDetailsProps, 'close' | 'open'> {
  readonly item: AttachmentEdit;
  readonly library: LibraryItem;
}

function DetailsForm({ item, library, close, open }: DetailsFormProps) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const dates = useDates();
  const sizeText = useSizeText();
  const client = useQueryClient();
  const [title, setTitle] = useState(item.title.raw);
  const [alt, setAlt] = useState<AltText>({ alt: item.alt_text, decorative: library.decorative });
  const [caption, setCaption] = useState(item.caption.raw);
  const [description, setDescription] = useState(item.description.raw);
  const [isRemoving, setRemoving] = useState(false);
  const { attachment_fields: declared } = useDeclared();
  const more = useFieldsForm(declared, item.meta);
  const over = async (text: string) => {
    notifyDone(words, text);
    close();
    await client.invalidateQueries({ queryKey: ['media'] });
  };
  const save = useMutation({
    mutationFn: async () => {
      const alt_text = alt.decorative ? '' : alt.alt;
      if (alt.decorative !== library.decorative) await libraryApi.change(item.id, { decorative: alt.decorative });
      return api.post('/wp/v2/media/{id}', { id: item.id, title, alt_text, caption, description, ...more.changed() });
    },
    onError: more.refuse,
    onSuccess: () => over(words.list.changed(1)),
  });
  const remove = useMutation({
    mutationFn: () => api.delete('/wp/v2/media/{id}', { id: item.id, force: true }),
    onSuccess: () => over(words.list.removed(1)),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <FileTools item={library} close={close} open={open} />
        <Text size="sm" c="dimmed">
          {[item.mime_type, sizeText(library), item.date && dates.minute(new Date(item.date))]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Group gap="xs">
          <CopyButton size="compact-sm" value={item.source_url} label={own.copyAddress} />
          <Anchor href={item.source_url} size="sm">
            {words.list.view}
          </Anchor>
        </Group>
        <TextInput
          label={words.editor.title}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        {item.media_type === 'image' && (
          <AltTextField
            id={item.id}
            label={own.alt}
            decorativeLabel={own.decorative}
            hint={own.altHint}
            {...alt}
            onChange={setAlt}
          />
        )}
        <Textarea
          label={own.caption}
          autosize
          minRows={2}
          value={caption}
          onChange={(event) => setCaption(event.currentTarget.value)}
        />
        <Textarea
          label={words.terms.description}
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <FieldForm form={more.form} fields={declared} isPlain />
        <MediaUses id={item.id} />
        <ReplaceFile item={item} />
        {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
        {remove.isError && <ErrorState title={words.states.notSaved} error={remove.error} />}
        <Group justify="space-between">
          {isRemoving ? (
            <Group gap="xs">
              <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
                {words.common.delete}
              </Button>
              <Button variant="default" onClick={() => setRemoving(false)}>
                {words.common.cancel}
              </Button>
            </Group>
          ) : (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {words.common.delete}
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {words.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
