import { ServiceError } from '@latchkey/protocol/errors'
import { describeRecap, findRecapIssue, isRecap, readRecap } from '@latchkey/protocol/siwx'
import { createSiwxMessage } from './createSiwxMessage.ts'
import type { OneClickSignIn, SiwxMessageData, SiwxSession } from './Siwx.ts'

/** What a wallet may not change. */
const fixed = [
  ...(['domain', 'uri', 'version', 'nonce', 'requestId'] as const),
  ...(['issuedAt', 'expirationTime', 'notBefore'] as const),
] as const

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
  // Checks each field by itself, too.
  if (createSiwxMessage(data).toString() !== message) refuse('accountAddress')
}
