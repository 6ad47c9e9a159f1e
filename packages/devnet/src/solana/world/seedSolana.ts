import { address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Ledger } from '../ledger/Ledger.ts'
import { type SolanaWorldAccounts, signerOf } from './accounts.ts'
import { createSeeder } from './createSeeder.ts'
import { historySlots, playSolanaHistory } from './playSolanaHistory.ts'
import { seedTokens } from './seedTokens.ts'

export { historySlots }

/** Version of the seeded world. Raise it if stored journals no longer fit, for example after a change of mints or balances. */
export const solanaWorldVersion = 2

/** Initial lamports of the faucet: five million SOL, which fit into a JavaScript number. */
const faucetLamports = 5_000_000_000_000_000n
/** Lamports of each person. */
const pocketMoney = 100_000_000_000n
/** Initial lamports of the treasury. */
const treasuryLamports = 100_000_000_000_000n

/**
 * Fills an empty network with balances, mints, and two days of payments between people. All of it comes from transactions, which
 * are the same in every run. The exceptions are the first account and the metadata of Metaplex.
 */
export async function seedSolana({
  ledger,
  accounts,
}: {
  ledger: Ledger
  accounts: SolanaWorldAccounts
}): Promise<void> {
  const { faucet, minter, people, spammer, treasury } = accounts
  ledger.svm.setAccount({
    address: address(faucet.address),
    data: new Uint8Array(),
    executable: false,
    lamports: lamports(faucetLamports),
    programAddress: address('11111111111111111111111111111111'),
    space: 0n,
  })
  const seeder = createSeeder({ ledger })
  const pay = (to: string, amount: bigint): Instruction =>
    getTransferSolInstruction({
      source: createNoopSigner(address(faucet.address)),
      destination: address(to),
      amount,
    })
  seeder.run({
    slot: 1,
    signers: [signerOf(faucet)],
    instructions: [minter, spammer, ...people].map(({ address: to }) => pay(to, pocketMoney)),
  })
  seeder.run({ slot: 2, signers: [signerOf(faucet)], instructions: [pay(treasury.address, treasuryLamports)] })
  const holdings = await seedTokens({ ledger, accounts, seeder })
  playSolanaHistory({ accounts, holdings, seeder })
}
