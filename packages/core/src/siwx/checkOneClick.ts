import { ServiceError } from '@latchkey/protocol/errors'
import { describeRecap, findRecapIssue, isRecap, readRecap } from '@latchkey/protocol/siwx'
import { createSiwxMessage } from './createSiwxMessage.ts'
import type { OneClickSignIn, SiwxMessageData, SiwxSession } from './Siwx.ts'

/** Fields that a wallet must not change. */
const fixed = [
  ...(['domain', 'uri', 'version', 'nonce', 'requestId'] as const),
  ...(['issuedAt', 'expirationTime', 'notBefore'] as const),
] as const

/**
 * Compares a sign-in that came with a connection with the request. Site, nonce and times must be equal, the network must be one of the
 * requested ones, and the text must match the fields. A wallet may add only the permissions for the site (ERC-5573).
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
  const recapIssue = findRecapIssue(data)
  if (recapIssue) refuse(recapIssue)
  const resources = [...(data.resources ?? [])]
  const last = resources.at(-1) ?? ''
  const recap = isRecap(last) ? readRecap(last) : undefined
  if (recap && !wanted.resources?.includes(last)) resources.pop()
  if (resources.join() !== (wanted.resources ?? []).join()) refuse('resources')
  const own = wanted.statement ?? ''
  const allows = recap ? describeRecap(recap) : ''
  if ((data.statement ?? '') !== (own.endsWith(allows) ? own : [own, allows].filter(Boolean).join(' ')))
    refuse('statement')
  // Also validates each field.
  if (createSiwxMessage(data).toString() !== message) refuse('accountAddress')
}
