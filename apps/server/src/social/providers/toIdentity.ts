import type { OauthProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { ProvenIdentity } from '../../auth/ProvenIdentity.ts'
import { sanitizeText } from '../../tokens/sanitizeText.ts'
import type { ProviderAnswer } from './OauthProfile.ts'

/** A number for GitHub, a text for the others. */
const subjectSchema = z.union([z.string().min(1).max(255), z.number().int().positive()]).transform(String)
const emailSchema = z.email().max(254)

/**
 * Converts a provider's claims to a login method. Requires only the id: a malformed address or name counts as missing.
 *
 * @throws LatchkeyError `social_provider_failed` without an id
 */
export function toIdentity({
  kind,
  issuer,
  answer: { subject, email, userName },
}: {
  kind: OauthProvider
  issuer: string
  answer: ProviderAnswer
}): ProvenIdentity {
  const id = subjectSchema.safeParse(subject)
  if (!id.success) {
    throw new ServiceError('social_provider_failed', { details: 'the provider did not name the user' })
  }
  const name = typeof userName === 'string' ? sanitizeText(userName, 60) : ''
  return {
    kind,
    issuer,
    subject: id.data,
    email: emailSchema.safeParse(email).data ?? null,
    userName: name === '' ? null : name,
  }
}
