/**
 * All refusals of calls by their stable codes, with their status. A call lists its own in `refuses`; `refusalsOf` adds
 * those that follow from its form.
 */
export const refusals = {
  'request.malformed': 400,
  'request.if_match': 400,
  'request.idempotency_key': 400,
  'auth.unauthenticated': 401,
  'request.cross_origin': 403,
  'request.not_found': 404,
  'request.method_not_allowed': 405,
  'request.timeout': 408,
  'request.too_large': 413,
  'request.media_type': 415,
  'request.expectation': 417,
  'request.invalid': 422,
  'request.uri_too_long': 414,
  'request.headers_too_large': 431,
  'request.idempotency_key_reused': 422,
  'gateway.rate_limited': 429,
  'gateway.too_many_at_once': 429,
  'gateway.bad_answer': 502,
  'gateway.unavailable': 503,
  'gateway.sessions_unavailable': 503,
  'service.unavailable': 503,
  'service.late': 503,
  'service.clock': 503,
  'gateway.timeout': 504,

  'auth.token_invalid': 401,
  'auth.token_scope': 403,
  'auth.other_user': 412,
  'auth.step_up_required': 403,
  'auth.invalid_credentials': 401,
  'auth.too_many_attempts': 429,
  'auth.busy': 503,
  'auth.sessions_unavailable': 503,
  'auth.already_registered': 409,
  'auth.common_password': 422,
  'auth.too_fast': 422,
  'auth.not_signed_in': 503,
  'auth.wrong_password': 422,
  'auth.no_password': 409,
  'auth.reset_token_invalid': 400,
  'auth.session_not_found': 404,
  'auth.identity_provider_not_found': 404,
  'auth.identity_provider_unavailable': 503,
  'auth.no_pending_identity': 404,
  'auth.identity_not_found': 404,
  'auth.identity_already_linked': 409,
  'auth.last_way_in': 409,
  'auth.personal_password': 422,
  'auth.second_factor_required': 401,
  'auth.factor_needed': 422,
  'auth.wrong_code': 422,
  'auth.no_second_factor': 409,
  'auth.no_second_step': 404,
  'auth.totp_in_force': 409,
  'auth.no_totp': 404,
  'auth.passkey_refused': 422,
  'auth.passkey_taken': 409,
  'auth.passkey_not_found': 404,
  'auth.too_many_passkeys': 409,
  'auth.password_required': 422,
  'auth.email_token_invalid': 400,
  'auth.email_taken': 409,
  'auth.other_account': 409,
  'auth.too_many_mails': 429,
  'auth.too_many_at_once': 429,
  'auth.no_mail': 503,
  'auth.archive_not_found': 404,
  'auth.archive_in_preparation': 409,
  'auth.too_many_archives': 429,
  'auth.api_token_not_found': 404,
  'auth.api_token_revoked': 409,
  'auth.too_many_api_tokens': 409,

  'library.entry_not_found': 404,
  'library.entry_changed': 409,
  'library.game_not_found': 404,
  'library.already_added': 409,
  'library.vault_full': 422,
  'library.description_too_long': 422,
  'library.view_not_found': 404,
  'library.view_name_taken': 409,
  'library.too_many_views': 409,
  'library.playthrough_not_found': 404,
  'library.playthrough_changed': 409,
  'library.too_many_playthroughs': 409,
  'library.play_session_not_found': 404,
  'library.play_session_changed': 409,
  'library.journal_full': 409,
  'library.list_not_found': 404,
  'library.list_changed': 409,
  'library.list_full': 409,
  'library.lists_full': 409,
  'library.too_many_lists': 409,
  'library.not_in_list': 404,
  'library.neighbour_gone': 409,
  'library.note_changed': 409,
  'library.favourites_changed': 409,
  'library.import_not_found': 404,
  'library.import_step': 409,
  'library.too_many_imports': 409,
  'library.not_synchronised': 404,
  'library.step_not_found': 404,
  'library.action_not_found': 404,
  'library.action_elsewhere': 409,
  'library.too_many_own_games': 409,
  'library.not_an_image': 422,
  'library.busy': 503,

  'catalog.game_not_found': 404,
  'catalog.provider_failed': 503,
  'catalog.steam_not_configured': 503,
  'catalog.steam_failed': 503,
  'catalog.steam_account_not_found': 404,
  'catalog.steam_private': 409,

  'social.user_not_found': 404,
  'social.cannot_follow_self': 409,
  'social.push_not_offered': 404,
  'social.push_endpoint': 422,
  'social.busy': 503,
} as const;

export type RefusalCode = keyof typeof refusals;

/** Refusals of calls that check or set a password. */
export const whenHashing = ['auth.too_many_at_once', 'auth.busy'] as const satisfies readonly RefusalCode[];

/** Refusals of calls that check a password. */
export const whenCheckingPassword = [
  'auth.too_many_attempts',
  ...whenHashing,
] as const satisfies readonly RefusalCode[];

/** The part of a call that determines its refusals. */
interface Refusing {
  readonly method: string;
  readonly access: 'open' | 'guarded' | 'guarded or repeated';
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly conditional?: true;
  readonly stepUp?: true;
  readonly refuses?: readonly RefusalCode[];
}

const always: readonly RefusalCode[] = [
  'request.malformed',
  'request.uri_too_long',
  'request.headers_too_large',
  'auth.token_invalid',
  'auth.token_scope',
  'gateway.rate_limited',
  'gateway.too_many_at_once',
  'gateway.bad_answer',
  'gateway.unavailable',
  'gateway.sessions_unavailable',
  'gateway.timeout',
  'service.unavailable',
  'service.clock',
];

const whatChanges: readonly RefusalCode[] = [
  'request.idempotency_key',
  'request.idempotency_key_reused',
  'request.cross_origin',
  'auth.other_user',
  'request.too_large',
  'request.media_type',
  'request.timeout',
  'service.late',
];

/** @returns all refusals of a call: those that follow from its form, and its own */
export function refusalsOf(call: Refusing): readonly RefusalCode[] {
  return [
    ...always,
    ...(call.access === 'open' ? [] : (['auth.unauthenticated'] as const)),
    ...(call.stepUp ? (['auth.step_up_required'] as const) : []),
    ...(call.params ? (['request.not_found'] as const) : []),
    ...(call.query || call.body ? (['request.invalid'] as const) : []),
    ...(call.conditional ? (['request.if_match'] as const) : []),
    ...(call.method === 'GET' ? [] : whatChanges),
    ...(call.refuses ?? []),
  ];
}
