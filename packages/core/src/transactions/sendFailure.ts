import { type ChainId, type CodedError, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** Returns the visitor's text for a failed payment. The specification has one sentence for Solana, and one for the rest (8). */
export function sendFailure(chainId: ChainId): Pick<CodedError, 'code' | 'message'> {
  const { code, message } =
    parseChainId(chainId).namespace === 'solana'
      ? new ServiceError('solana_send_failed')
      : new LatchkeyError('send_failed')
  return { code, message }
}
