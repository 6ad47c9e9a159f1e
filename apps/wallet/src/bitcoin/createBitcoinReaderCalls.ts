import { finalizePsbt } from '@latchkey/bitcoin'
import { describeBitcoinRequest, readBitcoinPayload, verifyBitcoinSigned } from '@latchkey/clear-signing/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FamilyReaderCalls } from '../families/FamilyReaderCalls.ts'
import { createAsk } from '../gateway/createAsk.ts'

/** Makes everything that the reader worker of Bitcoin does. It has no keys. */
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
    payload: async ({ description }) => readBitcoinPayload({ description }),
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

function toOwn({ address, type }: { address: string; type: string }): { address: string; type: 'payment' | 'ordinal' } {
  return { address, type: type === 'ordinal' ? 'ordinal' : 'payment' }
}
