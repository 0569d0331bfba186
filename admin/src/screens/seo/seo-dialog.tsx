import { Input, Select, SimpleGrid, Space, Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { ChosenFile } from '../media/chosen-file.tsx';
import { type SeoFields, type SeoSubject, sendSeo, seoQuery, triedSeoQuery } from './seo-api.ts';
import { SearchResult, SharedCard } from './seo-previews.tsx';
import { seoWords } from './words.ts';

interface SeoDialogProps {
  readonly subject: SeoSubject;
  /** What the item or term is called. */
  readonly name: string;
  readonly close: () => void;
}

const pictures = ['image/*'];
const typingMs = 300;

/** What an item or a term says to search engines and in cards, with what readers will see of it. */
export function SeoDialog({ subject, name, close }: SeoDialogProps) {
  const words = useWords();
  const own = useOwnWords(seoWords);
  const client = useQueryClient();
  const { data: stored } = useSuspenseQuery(seoQuery(subject));
  // Only what is changed is sent: the server may hold values that it would not take any more.
  const [changes, setChanges] = useState<Partial<SeoFields>>({});
  const fields: SeoFields = { ...stored, ...changes };
  const set = (more: Partial<SeoFields>): void => setChanges((before) => ({ ...before, ...more }));
  const [settled] = useDebouncedValue(changes, typingMs);
  const tried = useQuery({ ...triedSeoQuery(subject, settled), placeholderData: keepPreviousData });
  const save = useMutation({
    mutationFn: () => sendSeo(subject, changes, { isTried: false }),
    onSuccess: async (saved) => {
      client.setQueryData(seoQuery(subject).queryKey, saved);
      notifyDone(words, own.saved);
      close();
    },
  });
  const refusals = [save.error, tried.error].find((error) => error instanceof Refused)?.fields ?? {};
  const shown = (tried.data ?? stored).shown;
  const robots = [
    { value: '', label: own.asType },
    { value: 'index', label: own.index },
    { value: 'noindex', label: own.noindex },
  ];
  const chosen = fields.noindex === null ? '' : fields.noindex ? 'noindex' : 'index';
  return (
    <FormDialog title={`${own.title}: ${name}`} submit={words.common.save} saving={save} close={close} size="xl">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack>
          <TextInput
            label={own.pageTitle}
            description={own.pageTitleHint}
            value={fields.title}
            error={refusals['title']}
            onChange={(event) => set({ title: event.currentTarget.value })}
            data-autofocus
          />
          <Textarea
            label={own.description}
            description={own.descriptionHint}
            autosize
            minRows={3}
            value={fields.description}
            error={refusals['description']}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <Select
            label={own.robots}
            data={robots}
            value={chosen}
            allowDeselect={false}
            onChange={(value) => set({ noindex: value === 'noindex' ? true : value === 'index' ? false : null })}
          />
          <TextInput
            label={own.canonical}
            description={own.canonicalHint}
            type="url"
            value={fields.canonical}
            error={refusals['canonical']}
            onChange={(event) => set({ canonical: event.currentTarget.value })}
          />
          <TextInput
            label={own.socialTitle}
            description={own.socialHint}
            value={fields.social_title}
            error={refusals['social_title']}
            onChange={(event) => set({ social_title: event.currentTarget.value })}
          />
          <Textarea
            label={own.socialDescription}
            autosize
            minRows={2}
            value={fields.social_description}
            error={refusals['social_description']}
            onChange={(event) => set({ social_description: event.currentTarget.value })}
          />
          <Input.Wrapper label={own.picture} description={own.pictureHint} labelElement="div">
            <Space h={4} />
            <ChosenFile
              label={own.picture}
              mimeTypes={pictures}
              value={fields.picture}
              onChange={(picture) => set({ picture })}
            />
          </Input.Wrapper>
        </Stack>
        <Stack>
          <Input.Wrapper label={own.searchResult} labelElement="div">
            <SearchResult shown={shown} />
          </Input.Wrapper>
          <Input.Wrapper label={own.card} labelElement="div">
            <SharedCard shown={shown} />
          </Input.Wrapper>
        </Stack>
      </SimpleGrid>
    </FormDialog>
  );
}
