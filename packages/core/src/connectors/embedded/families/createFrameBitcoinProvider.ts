import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hexToBase64 } from '../../bitcoin/encoding.ts'
import type { BitcoinProvider } from '../../Connector.ts'
import { isRecord } from '../../isRecord.ts'
import type { FrameAsk } from './FrameAsk.ts'

/**
 * Creates a Bitcoin provider that uses the frame, on the current network. Source: WalletConnect's Bitcoin RPC reference. Amounts are
 * decimal text in satoshis, PSBTs are base64, and signatures of messages are hexadecimal.
 *
 * @throws LatchkeyError as {@link FrameAsk}; `malformed_request` for a PSBT without inputs to sign; `frame_error` for an invalid answer
 */
export function createFrameBitcoinProvider({ ask }: { ask: FrameAsk }): BitcoinProvider {
  return {
    signMessage: async ({ address, message, protocol }) => {
      const params = { account: address, address, message, ...(protocol ? { protocol } : {}) }
      const answer = await ask({ method: 'signMessage', address, params })
      return { signature: hexToBase64(readText(answer, 'signature', /^([0-9a-f]{2}){64,}$/i)) }
    },
    signPsbt: async ({ psbt, inputs, broadcast = false }) => {
      const [first] = inputs
      if (!first) throw new LatchkeyError('malformed_request', { field: 'inputs' })
      const signInputs = inputs.map(({ address, index }) => ({ address, index }))
      const params = { account: first.address, psbt, signInputs, broadcast }
      const answer = await ask({ method: 'signPsbt', address: first.address, params })
      // `psbt` and a byte of 255 (BIP-174), in base64.
      const signed = readText(answer, 'psbt', /^cHNidP8/)
      return broadcast ? { psbt: signed, txid: readTxid(answer) } : { psbt: signed }
    },
    sendTransfer: async ({ address, receiver, amount }) => {
      const params = { account: address, recipientAddress: receiver, amount: amount.toString() }
      return { txid: readTxid(await ask({ method: 'sendTransfer', address, params })) }
    },
  }
}

function readTxid(answer: unknown): string {
  return readText(answer, 'txid', /^[0-9a-f]{64}$/i)
}

function readText(answer: unknown, name: string, pattern: RegExp): string {
  const value = isRecord(answer) ? answer[name] : undefined
  if (typeof value !== 'string' || !pattern.test(value))
    throw new ServiceError('frame_error', { details: `No ${name}` })
  return value
}
