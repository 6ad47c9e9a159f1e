import { decodeBase58, encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { fromBase64, toBase64 } from '../../bitcoin/encoding.ts'
import type { SolanaProvider } from '../../Connector.ts'
import { isRecord } from '../../isRecord.ts'
import type { FrameAsk } from './FrameAsk.ts'

/**
 * Creates a Solana provider that uses the frame. Source: WalletConnect's Solana RPC reference. Parameters are one object, transactions are
 * base64, and messages and signatures are base58.
 *
 * @throws LatchkeyError as {@link FrameAsk}; `frame_error` for an answer without a signature
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

/** Decodes a signed transaction from base64. @throws LatchkeyError `frame_error` */
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
