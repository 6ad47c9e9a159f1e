import { formatUnits } from '@latchkey/protocol'
import type { Transaction } from '@latchkey/solana'
import type { Finding, NetworkFee } from '../Description.ts'
import type { SolanaReading } from './SolanaReading.ts'

/** Lamports for each signature. Source: Solana's documentation, fees. */
const signatureFee = 5_000n
/** Default units of an instruction, and maximum units of a transaction. Source: the same. */
const [instructionUnits, mostUnits] = [200_000, 1_400_000]
/** Lamports of a priority fee that no urgency explains. */
const mostPriority = 10_000_000n

/** Computes the cost of a transaction in lamports from its bytes. `priority`: the priority fee. */
export function readFee(transaction: Transaction): { cost: bigint; priority: bigint } {
  let price = 0n
  let units: number | undefined
  let others = 0
  for (const instruction of transaction.instructions) {
    if (instruction.program !== 'computeBudget') others++
    else if (instruction.type === 'setComputeUnitPrice') price = instruction.price
    else if (instruction.type === 'setComputeUnitLimit') units = instruction.units
  }
  const limit = Math.min(units ?? others * instructionUnits, mostUnits)
  const priority = (BigInt(limit) * price + 999_999n) / 1_000_000n
  return { cost: signatureFee * BigInt(transaction.requiredSigners.length) + priority, priority }
}

/** Returns the fee of transactions for display, and its findings. */
export function describeFee({
  reading: { account, accounts, native },
  transactions,
}: {
  reading: SolanaReading
  transactions: readonly Transaction[]
}): { fee: NetworkFee; findings: readonly Finding[] } {
  const own = transactions.filter(({ feePayer }) => feePayer === account)
  const counted = own.length > 0 ? own : transactions
  const fees = counted.map(readFee)
  const [cost, priority] = [sum(fees.map((fee) => fee.cost)), sum(fees.map((fee) => fee.priority))]
  const decimals = native.decimals ?? 0
  const { symbol } = native
  const costText = formatUnits(cost, decimals)
  const payer = own.length === 0 ? transactions[0]?.feePayer : undefined
  const balance = accounts?.get(account)?.lamports
  const isMost = balance !== undefined && cost > 1_000_000n && cost <= balance && cost * 2n > balance
  const findings: Finding[] =
    payer === undefined && (priority > mostPriority || isMost)
      ? [{ level: 'warn', code: 'highFee', values: { cost: costText, symbol } }]
      : []
  if (payer !== undefined) findings.push({ level: 'note', code: 'otherFeePayer', values: { address: payer } })
  return {
    fee: {
      ...{ cost, costText, symbol },
      ...(priority > 0n ? { priorityText: formatUnits(priority, decimals) } : {}),
      ...(payer === undefined ? {} : { payer }),
    },
    findings,
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
