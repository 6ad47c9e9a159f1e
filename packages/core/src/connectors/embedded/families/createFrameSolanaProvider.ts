import { decodeBase58, encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { fromBase64, toBase64 } from '../../bitcoin/encoding.ts'
import type { SolanaProvider } from '../../Connector.ts'
import { isRecord } from '../../isRecord.ts'
import type { FrameAsk } from './FrameAsk.ts'

/**
 * Asks the frame as a Solana wallet. Source: WalletConnect's Solana RPC reference: parameters are one object, transactions in base64,
 * messages and signatures in base58.
 *
 * @throws LatchkeyError as {@link FrameAsk}; `frame_error` for an answer that holds no signature
 */
export function createFrameSolanaProvider({ ask }: { ask: FrameAsk }): SolanaProvider {
  return {
    signMessage: async ({ address, message }) => {
      const params = { message: encodeBase58(message), pubkey: address }
      const answer = await ask({ method: 'solana_signMessage', address, params })
      return { signature: readSignature(answer) }
    },
    signTransaction: async ({ address, transaction, chainId }) => {
      const params = { transaction: toBase64(transaction), pubkey: address }
      const answer = await ask({ method: 'solana_signTransaction', address, params, chainId })
      return readTransaction(isRecord(answer) && answer.transaction)
    },
    signAndSendTransaction: async ({ address, transaction, chainId }) => {
      const params = { transaction: toBase64(transaction), pubkey: address }
      const answer = await ask({ method: 'solana_signAndSendTransaction', address, params, chainId })
      return { signature: encodeBase58(readSignature(answer)) }
    },
  }
}

/** A signed transaction in base64. @throws LatchkeyError `frame_error` */
export function readTransaction(value: unknown): Uint8Array {
  if (typeof value !== 'string' || value === '') throw new ServiceError('frame_error', { details: 'No transaction' })
  return fromBase64(value)
}

function readSignature(answer: unknown): Uint8Array {
  const { signature } = isRecord(answer) ? answer : {}
  const bytes = typeof signature === 'string' ? decodeBase58(signature) : undefined
  if (bytes?.length !== 64) throw new ServiceError('frame_error', { details: 'No signature' })
  return bytes
}
