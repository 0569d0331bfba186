import { queryOptions } from '@tanstack/react-query';
import { send } from '../../api/request.ts';

/** A mail of a form, as the interface of forms writes it. */
export interface MailTemplate {
  readonly active: boolean;
  readonly subject: string;
  readonly sender: string;
  readonly recipient: string;
  readonly body: string;
  readonly additional_headers: string;
  readonly attachments: string;
  readonly use_html: boolean | 0;
  readonly exclude_blank: boolean | 0;
}

export interface FormSummary {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly locale: string;
}

export interface StoredForm extends FormSummary {
  readonly properties: {
    readonly form: string;
    readonly mail: MailTemplate;
    readonly mail_2: MailTemplate;
    readonly messages: Readonly<Record<string, string>>;
    readonly additional_settings: string | null;
  };
}

/** What the builder changes, as it is sent. */
export interface FormDraft {
  readonly title: string;
  readonly locale: string;
  readonly form: string;
  readonly mail: MailTemplate;
  readonly mail_2: MailTemplate;
  readonly messages: Readonly<Record<string, string>>;
  readonly additional_settings: string;
}

const collection = '/forms/v1/contact-forms';

/** The routes of forms; their arguments are not described, so that their types are stated here. */
export const formApi = {
  list: async (search: string, signal?: AbortSignal): Promise<readonly FormSummary[]> =>
    (await send<FormSummary[]>({ method: 'GET', path: collection, query: { search, orderby: 'title' }, signal })).body,
  find: async (id: number, signal?: AbortSignal): Promise<StoredForm> =>
    (await send<StoredForm>({ method: 'GET', path: `${collection}/${id}`, signal })).body,
  make: async (draft: Partial<FormDraft>): Promise<StoredForm> =>
    (await send<StoredForm>({ method: 'POST', path: collection, body: draft })).body,
  save: async (id: number, draft: FormDraft): Promise<StoredForm> =>
    (await send<StoredForm>({ method: 'POST', path: `${collection}/${id}`, body: draft })).body,
  remove: async (id: number): Promise<void> => {
    await send({ method: 'DELETE', path: `${collection}/${id}` });
  },
};

/** All forms, for lists and choices. */
export const formsQuery = (search = '') =>
  queryOptions({ queryKey: ['forms', 'list', search], queryFn: ({ signal }) => formApi.list(search, signal) });

export function draftOf({ title, locale, properties }: StoredForm): FormDraft {
  return { ...properties, title, locale, additional_settings: properties.additional_settings ?? '' };
}
