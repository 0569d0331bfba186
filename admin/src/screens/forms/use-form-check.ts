import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { FormDraft } from './form-api.ts';

const pauseMs = 400;

export interface FormWarning {
  readonly section: string;
  readonly message: string;
}

/** The form as it would look, and what is wrong with it, a moment after the last change. */
export function useFormCheck(draft: FormDraft) {
  const [asked] = useDebouncedValue(draft, pauseMs);
  return useQuery({
    queryKey: ['form check', asked],
    // Members are as the server describes them; it reads the mails itself.
    queryFn: () =>
      api.post('/platen/v1/forms/preview', { ...asked, mail: { ...asked.mail }, mail_2: { ...asked.mail_2 } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
