import { address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Ledger } from '../ledger/Ledger.ts'
import { type SolanaWorldAccounts, signerOf } from './accounts.ts'
import { createSeeder } from './createSeeder.ts'
import { historySlots, playSolanaHistory } from './playSolanaHistory.ts'
import { seedTokens } from './seedTokens.ts'

export { historySlots }

/** Raise it when a network whose journal was kept would not fit any more: other mints, other money. */
export const solanaWorldVersion = 2

/** Lamports of the faucet in the beginning: five million SOL, which fit into a number of JavaScript. */
const faucetLamports = 5_000_000_000_000_000n
/** Lamports of each person. */
const pocketMoney = 100_000_000_000n
/** Lamports that are for sale. */
const treasuryLamports = 100_000_000_000_000n

/**
 * Fills an empty network: money for everybody, the mints, and two days in which people paid each other. Everything but the first
 * account and the metadata of Metaplex is a transaction that ran, the same in every run.
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
