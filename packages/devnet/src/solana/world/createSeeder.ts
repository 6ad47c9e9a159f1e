import type { Instruction } from '@solana/kit'
import type { SolanaSigner } from '../keys/deriveSolanaAccount.ts'
import { signTransaction } from '../keys/signTransaction.ts'
import type { Ledger } from '../ledger/Ledger.ts'
import { readSignedTransaction } from '../ledger/readSignedTransaction.ts'

/** Makes transactions of the past. */
export type Seeder = {
  /** @throws Error for one that fails, unless it is meant to. */
  run: (options: {
    slot: number
    signers: readonly [SolanaSigner, ...SolanaSigner[]]
    instructions: readonly Instruction[]
    mayFail?: boolean
  }) => void
}

export function createSeeder({ ledger }: { ledger: Ledger }): Seeder {
  return {
    run({ slot, signers, instructions, mayFail = false }) {
      const wire = signTransaction({ signers, instructions, blockhash: ledger.clock.blockhashOf(slot - 1) })
      const transaction = readSignedTransaction(wire)
      if (!transaction) throw new Error('a transaction of the seed cannot be read')
      const outcome = ledger.execute({ transaction, slot })
      const error = 'dropped' in outcome ? outcome.dropped : outcome.error
      if (error !== null && !mayFail) throw new Error(`a transaction of the seed failed: ${JSON.stringify(error)}`)
    },
  }
}
