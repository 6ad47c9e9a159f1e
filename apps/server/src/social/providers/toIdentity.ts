import type { OauthProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { ProvenIdentity } from '../../auth/ProvenIdentity.ts'
import { sanitizeText } from '../../tokens/sanitizeText.ts'
import type { ProviderAnswer } from './OauthProfile.ts'

/** A number or a text: GitHub counts, the others write. */
const subjectSchema = z.union([z.string().min(1).max(255), z.number().int().positive()]).transform(String)
const emailSchema = z.email().max(254)

/**
 * Makes an identity of what a provider said. Only the id must be there: an address or a name that is malformed counts as none.
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
    throw new ServiceError('social_provider_failed', { details: 'the provider does not say who it is' })
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
