import { describeSolanaRequest, readSolanaPayload, verifySolanaSigned } from '@latchkey/clear-signing/solana'
import { encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { readTransaction, transactionId } from '@latchkey/solana'
import type { FamilyReaderCalls } from '../families/FamilyReaderCalls.ts'
import type { VerifiedTransaction } from '../families/FamilySigned.ts'
import { createAsk } from '../gateway/createAsk.ts'

/** Makes everything that the reader worker of Solana does. It has no keys. */
export function createSolanaReaderCalls({
  fetch,
  now,
}: {
  fetch: typeof globalThis.fetch
  now: () => number
}): FamilyReaderCalls {
  return {
    describe: ({ url, accounts: _, ...options }) =>
      describeSolanaRequest({ ...options, ask: createAsk({ url, fetch }), now }),
    payload: async ({ description }) => readSolanaPayload({ description }),
    verify: async ({ description, signed }) => {
      if (signed.kind !== 'solanaMessage' && signed.kind !== 'solanaTransactions')
        throw new ServiceError('signature_invalid')
      verifySolanaSigned({ description, signed })
      const { account } = readSolanaPayload({ description })
      return signed.kind === 'solanaTransactions' ? signed.transactions.map((bytes) => toVerified(bytes, account)) : []
    },
  }
}

function toVerified(text: string, account: string): VerifiedTransaction {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const { signatures } = readTransaction(bytes)
  const own = signatures.find(({ address }) => address === account)?.signature
  const isWhole = signatures.every(({ signature }) => signature !== undefined)
  return {
    id: (isWhole && transactionId(bytes)) || null,
    bytes: text,
    signature: own && encodeBase58(own),
  }
}
