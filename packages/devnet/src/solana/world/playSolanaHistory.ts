import { address, createNoopSigner, type Instruction } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getTransferCheckedInstruction } from '@solana-program/token'
import { memo } from '../keys/memo.ts'
import { type SolanaWorldAccounts, signerOf } from './accounts.ts'
import type { Seeder } from './createSeeder.ts'
import type { Holding } from './seedTokens.ts'

/** Slots of the past that a new network has: two days. */
export const historySlots = 432_000
const slotsPerHour = 9_000

/** Payments: hours ago, payer, receiver, and either SOL or tokens in base units. */
type Payment = {
  hoursAgo: number
  from: string
  to: string
  symbol?: string
  amount: bigint
  note?: string
  fails?: true
}

const payments: readonly Payment[] = [
  { hoursAgo: 44, from: 'Ada', to: 'Ben', amount: 2_500_000_000n },
  { hoursAgo: 41, from: 'Ben', to: 'Ada', symbol: 'USDL', amount: 120_000_000n, note: 'rent' },
  { hoursAgo: 36, from: 'Cleo', to: 'Ada', symbol: 'LATCH', amount: 1_500_000_000n },
  { hoursAgo: 30, from: 'Ada', to: 'Dan', symbol: 'TOLL', amount: 25_000_000_000n },
  { hoursAgo: 26, from: 'Dan', to: 'Cleo', amount: 800_000_000n },
  { hoursAgo: 21, from: 'Ada', to: 'Cleo', symbol: 'USDL', amount: 45_500_000n, note: 'tickets' },
  // More than he has: a transaction that failed, and paid its fee.
  { hoursAgo: 17, from: 'Ben', to: 'Ada', symbol: 'USDL', amount: 99_000_000_000n, fails: true },
  { hoursAgo: 12, from: 'Ben', to: 'Dan', symbol: 'LATCH', amount: 640_000_000n },
  { hoursAgo: 8, from: 'Dan', to: 'Ada', amount: 1_250_000_000n },
  { hoursAgo: 5, from: 'Cleo', to: 'Ben', symbol: 'USDL', amount: 75_000_000n },
  { hoursAgo: 3, from: 'Ada', to: 'Ben', symbol: 'LATCH', amount: 300_000_000n },
  { hoursAgo: 1, from: 'Ben', to: 'Ada', amount: 400_000_000n },
]

/** Two days in which people paid each other. */
export function playSolanaHistory({
  accounts,
  holdings,
  seeder,
}: {
  accounts: SolanaWorldAccounts
  holdings: ReadonlyMap<string, Holding>
  seeder: Seeder
}): void {
  const person = (name: string) => {
    const found = accounts.people.find((candidate) => candidate.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  for (const payment of payments) {
    const [from, to] = [person(payment.from), person(payment.to)]
    seeder.run({
      slot: historySlots - payment.hoursAgo * slotsPerHour,
      signers: [signerOf(from)],
      instructions: [
        ...(payment.note ? [memo({ text: payment.note })] : []),
        toInstruction({ payment, from: from.address, to: to.address, holdings }),
      ],
      mayFail: payment.fails ?? false,
    })
  }
}

function toInstruction({
  payment: { symbol, amount },
  from,
  to,
  holdings,
}: {
  payment: Payment
  from: string
  to: string
  holdings: ReadonlyMap<string, Holding>
}): Instruction {
  const signer = createNoopSigner(address(from))
  if (!symbol) return getTransferSolInstruction({ source: signer, destination: address(to), amount })
  const holding = holdings.get(symbol)
  if (!holding) throw new Error(`no mint ${symbol}`)
  return getTransferCheckedInstruction(
    {
      ...{ source: holding.accountOf(from), mint: address(holding.token.address), destination: holding.accountOf(to) },
      ...{ authority: signer, amount, decimals: holding.token.decimals },
    },
    { programAddress: holding.program },
  )
}
