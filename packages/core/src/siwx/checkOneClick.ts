import { ServiceError } from '@latchkey/protocol/errors'
import { createSiwxMessage } from './createSiwxMessage.ts'
import type { OneClickSignIn, SiwxMessageData, SiwxSession } from './Siwx.ts'

/** What a wallet may not change. */
const fixed = [
  ...(['domain', 'uri', 'version', 'nonce', 'requestId'] as const),
  ...(['issuedAt', 'expirationTime', 'notBefore'] as const),
] as const
/** The sentence that ERC-5573 writes behind the app's own, for a recap among the resources. */
const recapSentence = /^(?:.* )?I further authorize the stated URI to perform the following actions on my behalf: .+$/

/**
 * Compares a sign-in that came with a connection with what was asked: the same site, nonce and times, a network that was asked
 * for, and a text that says just that. A wallet may add what it lets the site do (ERC-5573), and nothing else.
 *
 * @throws LatchkeyError `siwx_message_invalid`, with the `field`
 */
export function checkOneClick({
  session: { data, message },
  asked: { chainIds, message: wanted },
}: {
  session: SiwxSession
  asked: OneClickSignIn
}): void {
  const refuse = (field: keyof SiwxMessageData) => {
    throw new ServiceError('siwx_message_invalid', { field })
  }
  if (!chainIds.includes(data.chainId)) refuse('chainId')
  for (const field of fixed) if (data[field] !== wanted[field]) refuse(field)
  const { statement = '' } = data
  const resources = [...(data.resources ?? [])]
  const hasRecap = resources.at(-1)?.startsWith('urn:recap:') && !wanted.resources?.includes(resources.at(-1) ?? '')
  if (hasRecap) resources.pop()
  if (resources.join() !== (wanted.resources ?? []).join()) refuse('resources')
  const own = wanted.statement ?? ''
  const isOwn =
    statement === own || (hasRecap && statement.startsWith(own) && recapSentence.test(statement.slice(own.length)))
  if (!isOwn) refuse('statement')
  // Checks each field by itself, too.
  if (createSiwxMessage(data).toString() !== message) refuse('accountAddress')
}
