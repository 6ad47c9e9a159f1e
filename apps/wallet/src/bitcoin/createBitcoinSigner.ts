import { signMessage, signPsbt, toHex } from '@latchkey/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import type { BitcoinSignerCalls } from '../worker/SignerCalls.ts'

/** Creates the signer for Bitcoin. It signs messages, and of a PSBT exactly the inputs that were shown. */
export function createBitcoinSigner(): BitcoinSignerCalls {
  return {
    sign: async ({ payload, keys, chainId }) => {
      if (payload.kind === 'bitcoinPsbt') {
        const { psbt, inputs } = payload
        return { kind: payload.kind, psbt: signPsbt({ psbt, keys, inputs, chainId }) }
      }
      const { kind, message, account: address, protocol } = payload
      const key = keys.find((one) => one.address === address)
      if (!key) throw new ServiceError('account_changed')
      const { signature, messageHash } = signMessage({ message, protocol, chainId, ...key })
      return { kind, signature: toHex(signature), messageHash }
    },
  }
}
