import { describeSolanaRequest, readSolanaPayload, verifySolanaSigned } from '@latchkey/clear-signing/solana'
import { encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { readTransaction, transactionId } from '@latchkey/solana'
import type { FamilyReaderCalls } from '../families/FamilyReaderCalls.ts'
import type { VerifiedTransaction } from '../families/FamilySigned.ts'
import { createAsk } from '../gateway/createAsk.ts'

/** Creates the calls of Solana's reader worker. It has no keys. */
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
    payload: async ({ description }) => {
      const payload = readSolanaPayload({ description })
      if (payload.kind === 'solanaTransactions' && payload.send && !payload.transactions.every(isLastSigner(payload)))
        throw new ServiceError('request_refused')
      return payload
    },
    verify: async ({ description, signed }) => {
      if (signed.kind !== 'solanaMessage' && signed.kind !== 'solanaTransactions')
        throw new ServiceError('signature_invalid')
      verifySolanaSigned({ description, signed })
      const { account } = readSolanaPayload({ description })
      return signed.kind === 'solanaTransactions' ? signed.transactions.map((bytes) => toVerified(bytes, account)) : []
    },
  }
}

/** Returns whether the account's signature is the last missing one of a transaction. */
function isLastSigner({ account }: { account: string }): (text: string) => boolean {
  return (text) =>
    readTransaction(bytesOf(text)).signatures.every(({ address, signature }) => signature || address === account)
}

function toVerified(text: string, account: string): VerifiedTransaction {
  const bytes = bytesOf(text)
  const { signatures } = readTransaction(bytes)
  const own = signatures.find(({ address }) => address === account)?.signature
  const isWhole = signatures.every(({ signature }) => signature !== undefined)
  return {
    id: (isWhole && transactionId(bytes)) || null,
    bytes: text,
    signature: own && encodeBase58(own),
  }
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
