/** What is wrong with a refused value, as clients of this interface name it. */
export const refusalCodes = [
  'rest_invalid_param',
  'rest_invalid_type',
  'rest_not_in_enum',
  'rest_out_of_bounds',
  'rest_too_short',
  'rest_too_many_items',
  'rest_invalid_pattern',
  'rest_invalid_date',
  'rest_invalid_email',
  'rest_invalid_ip',
  'rest_invalid_uuid',
  'rest_invalid_url',
  'rest_property_required',
  'rest_no_matching_schema',
  'rest_additional_properties_forbidden',
  'rest_forbidden_status',
  'rest_invalid_menu_location',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** Why a value was refused, as a human-readable sentence. */
export class Refusal {
  readonly why: string;
  readonly code: RefusalCode;
  /** What belongs to the code, such as the name of the refused value. */
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(
    why: string,
    code: RefusalCode = 'rest_invalid_param',
    data: Readonly<Record<string, unknown>> | null = null,
  ) {
    this.why = why;
    this.code = code;
    this.data = data;
  }

  /** The value is of another type. */
  static ofType(name: string, expected: string): Refusal {
    return new Refusal(`${name} must be ${expected}.`, 'rest_invalid_type', { param: name });
  }
}
