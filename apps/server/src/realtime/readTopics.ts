import { type ChainId, isTopic, type Topic, type TopicKind, toTopic } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'

/** Maximum of topics per connection. */
const maxTopics = 100

/**
 * Reads the `topics` of a stream request: comma-separated, letter case of hexadecimal addresses ignored.
 *
 * @throws LatchkeyError `malformed_request` (none, too many, or an invalid one), `unsupported_chain`
 */
export function readTopics({ text, chains }: { text: string | undefined; chains: ReadonlySet<ChainId> }): Topic[] {
  const parts = (text ?? '').split(',').flatMap((part) => part.trim() || [])
  const refuse = (message: string) => new ServiceError('malformed_request', { field: 'topics', message })
  if (parts.length === 0) throw refuse('The topics are missing: expected for example balance:eip155:1:0x…')
  if (parts.length > maxTopics) throw refuse(`A connection follows at most ${maxTopics} topics`)
  return parts.map((part) => {
    if (!isTopic(part)) throw refuse(`${part.slice(0, 120)} is not a topic`)
    const kind = part.slice(0, part.indexOf(':')) as TopicKind
    const subject = part.slice(part.indexOf(':') + 1)
    if (kind === 'name' || kind === 'order') return toTopic(kind, subject)
    const chainId = subject.split(/[:/]/).slice(0, 2).join(':') as ChainId
    if (!chains.has(chainId)) throw unsupportedChain({ chainId, field: 'topics' })
    return toTopic(kind, subject)
  })
}
