/** Codes of failed attempts. */
export const socialFailures = [
  'identity_taken',
  'social_denied',
  'social_expired',
  'social_provider_failed',
  'social_refused',
] as const

/** Code of a failed attempt. */
export type SocialFailure = (typeof socialFailures)[number]

/** Returns whether a code is one of them. */
export function isSocialFailure(code: string | null): code is SocialFailure {
  return socialFailures.some((failure) => failure === code)
}
