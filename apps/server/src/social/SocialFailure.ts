/** How an attempt can end without success. */
export const socialFailures = [
  'identity_taken',
  'social_denied',
  'social_expired',
  'social_provider_failed',
  'social_refused',
] as const

/** How an attempt can end without success. */
export type SocialFailure = (typeof socialFailures)[number]

/** Whether a code is one of them. */
export function isSocialFailure(code: string | null): code is SocialFailure {
  return socialFailures.some((failure) => failure === code)
}
