import { encodeBase58 } from '@latchkey/protocol'
import { signMessage, signTransaction } from '@latchkey/solana'
import type { SolanaSignerCalls } from '../worker/SignerCalls.ts'

/** Creates the signer for Solana. It signs messages that are no transactions, and transactions, of which no other byte changes. */
export function createSolanaSigner(): SolanaSignerCalls {
  return {
    sign: async ({ payload, privateKey }) => {
      if (payload.kind === 'solanaMessage') {
        const signature = signMessage({ message: fromBase64(payload.message), privateKey })
        return { kind: payload.kind, signature: encodeBase58(signature) }
      }
      const sign = (text: string) => toBase64(signTransaction({ transaction: fromBase64(text), privateKey }))
      return { kind: payload.kind, transactions: payload.transactions.map(sign) }
    },
  }
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
