import { finalizePsbt, readPsbt } from '@latchkey/bitcoin'
import type { BitcoinPayload } from '@latchkey/clear-signing'
import { describeBitcoinRequest, readBitcoinPayload, verifyBitcoinSigned } from '@latchkey/clear-signing/bitcoin'
import { bitcoinNetworks } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FamilyReaderCalls } from '../families/FamilyReaderCalls.ts'
import { createAsk } from '../gateway/createAsk.ts'

/** Creates the calls of Bitcoin's reader worker. It has no keys. */
export function createBitcoinReaderCalls({
  fetch,
  now,
}: {
  fetch: typeof globalThis.fetch
  now: () => number
}): FamilyReaderCalls {
  return {
    describe: ({ url, accounts, tokens: _, ...options }) =>
      describeBitcoinRequest({ ...options, accounts: accounts.map(toOwn), ask: createAsk({ url, fetch }), now }),
    payload: async ({ description }) => {
      const payload = readBitcoinPayload({ description })
      if (payload.kind === 'bitcoinPsbt' && payload.broadcast && !isLastSigner(payload))
        throw new ServiceError('request_refused')
      return payload
    },
    verify: async ({ description, signed }) => {
      if (signed.kind !== 'bitcoinMessage' && signed.kind !== 'bitcoinPsbt') throw new ServiceError('signature_invalid')
      verifyBitcoinSigned({ description, signed })
      const payload = readBitcoinPayload({ description })
      if (signed.kind !== 'bitcoinPsbt' || payload.kind !== 'bitcoinPsbt' || !payload.broadcast) return []
      const { hex, txid, psbt } = finalizePsbt({ psbt: signed.psbt })
      return [{ id: txid, bytes: hex, psbt }]
    },
  }
}

/** Returns whether the transaction is complete after these signatures. */
function isLastSigner({ psbt, inputs }: Extract<BitcoinPayload, { kind: 'bitcoinPsbt' }>): boolean {
  // The network affects only how addresses are written.
  const read = readPsbt({ psbt, chainId: bitcoinNetworks.mainnet })
  return read.inputs.every(({ status }, place) => status !== 'unsigned' || inputs.some(({ index }) => index === place))
}

function toOwn({ address, type }: { address: string; type: string }): { address: string; type: 'payment' | 'ordinal' } {
  return { address, type: type === 'ordinal' ? 'ordinal' : 'payment' }
}
