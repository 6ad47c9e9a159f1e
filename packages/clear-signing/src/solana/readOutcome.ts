import { programs } from '@latchkey/solana'
import type { BalanceChange, Finding } from '../Description.ts'
import type { Cluster, ClusterAccount } from './Cluster.ts'
import { judgeToken } from './describeTokenTransfer.ts'
import type { AskedTransaction } from './readAsk.ts'
import { textOf } from './readAssets.ts'
import { readFee } from './readFee.ts'
import { readHolding } from './readHolding.ts'
import { rentOf } from './rentOf.ts'
import { resolveKey } from './resolveTables.ts'
import { assetOf, type SolanaReading } from './SolanaReading.ts'

/** Result of a simulated transaction. */
export type Outcome = {
  /** Without the fee; null: unknown. */
  changes: readonly BalanceChange[] | null
  findings: readonly Finding[]
  /** Lamports in created accounts. */
  rent: bigint
  /** Lamports of the visitor's closed token accounts. */
  refund: bigint
}

/**
 * Simulates a transaction and compares the accounts before and after it: the visitor's balances, and their authorities. So the effects
 * inside of programs are visible as well.
 */
export async function readOutcome({
  reading,
  cluster,
  asked: { wire, transaction },
  isLater,
}: {
  reading: SolanaReading
  cluster: Cluster
  asked: AskedTransaction
  /** It follows others of the request on which it may depend, so its failure alone proves nothing. */
  isLater: boolean
}): Promise<Outcome> {
  const { account, accounts, facts, native } = reading
  const keys = transaction.accounts.filter(({ writable }) => writable).map(({ key }) => resolveKey(key, facts.tables))
  const addresses = [...new Set(keys)]
  const simulated =
    accounts &&
    (await cluster.simulate({ wire, addresses, replacesBlockhash: transaction.lifetime.type === 'blockhash' }))
  const unavailable: Outcome = {
    ...{ changes: null, rent: 0n, refund: 0n },
    findings: [{ level: 'warn', code: 'simulationUnavailable', values: {} }],
  }
  if (!simulated) return unavailable
  if (simulated.reason !== null) {
    if (isLater) return unavailable
    const values = { reason: simulated.reason }
    return { changes: null, rent: 0n, refund: 0n, findings: [{ level: 'warn', code: 'simulationFailed', values }] }
  }
  if (!simulated.accounts) return unavailable

  const findings: Finding[] = []
  const changes: BalanceChange[] = []
  const tokens = new Map<string, bigint>()
  let rent = 0n
  let refund = 0n
  let coins = 0n
  for (const [index, address] of addresses.entries()) {
    const [before, after] = [accounts.get(address) ?? null, simulated.accounts[index] ?? null]
    if (address === account) {
      const fee = transaction.feePayer === account ? readFee(transaction).cost : 0n
      const difference = (after?.lamports ?? 0n) - (before?.lamports ?? 0n) + fee
      coins += difference
      if (after && after.owner !== programs.system && after.owner !== before?.owner)
        findings.push({ level: 'refuse', code: 'accountControl', values: { address: after.owner } })
      continue
    }
    if (!before && after && transaction.feePayer === account) rent += depositOf(after)
    if (before && !after && readHolding(before)?.owner === account) refund += before.lamports
    compareToken({ reading, before, after, tokens, findings })
  }
  for (const [mint, difference] of tokens) {
    if (difference === 0n) continue
    changes.push(changeOf(assetOf(reading, mint), difference))
    findings.push(...judgeToken({ reading, mint, amount: 0n }))
  }
  // Last: beside a token it is mostly a deposit.
  if (coins !== 0n) changes.push(changeOf(native, coins))
  return { changes, findings, rent, refund }
}

/** Returns the deposit of a new account. A plain account without data has received its whole balance as a payment. */
function depositOf({ owner, lamports, data }: ClusterAccount): bigint {
  if (owner === programs.system && data.length === 0) return 0n
  const most = rentOf(BigInt(data.length))
  return lamports < most ? lamports : most
}

/** Compares a token account of the visitor: its amount, and new authorities over it. */
function compareToken({
  reading,
  before,
  after,
  tokens,
  findings,
}: {
  reading: SolanaReading
  before: ClusterAccount | null
  after: ClusterAccount | null
  tokens: Map<string, bigint>
  findings: Finding[]
}): void {
  const { account } = reading
  const [had, has] = [readHolding(before), readHolding(after)]
  const add = (mint: string, amount: bigint) => tokens.set(mint, (tokens.get(mint) ?? 0n) + amount)
  if (had?.owner === account) add(had.mint, -had.amount)
  if (has?.owner === account) add(has.mint, has.amount)
  if (had?.owner !== account || !has) return
  const { symbol } = assetOf(reading, had.mint)
  if (has.owner !== account) {
    findings.push({ level: 'warn', code: 'tokenAccountTaken', values: { symbol, address: has.owner } })
    return
  }
  const isGiven =
    has.delegate !== undefined && (has.delegate !== had.delegate || has.delegatedAmount > had.delegatedAmount)
  if (isGiven) {
    const values = { symbol, spender: has.delegate ?? '' }
    findings.push(
      has.delegatedAmount >= 1n << 63n
        ? { level: 'warn', code: 'unlimitedApproval', values }
        : {
            ...{ level: 'warn', code: 'delegateGiven' },
            values: { ...values, amount: textOf(has.delegatedAmount, assetOf(reading, had.mint)) },
          },
    )
    if (has.amount > 0n && has.delegatedAmount >= has.amount)
      findings.push({ level: 'warn', code: 'allowanceOverBalance', values: { symbol } })
  }
  if (has.closeAuthority !== undefined && has.closeAuthority !== had.closeAuthority && has.closeAuthority !== account)
    findings.push({ level: 'warn', code: 'authorityGiven', values: { symbol, address: has.closeAuthority } })
}

function changeOf(asset: BalanceChange['asset'], difference: bigint): BalanceChange {
  const amount = difference < 0n ? -difference : difference
  return {
    ...{ asset, direction: difference < 0n ? 'out' : 'in', amount, amountText: textOf(amount, asset) },
    ...{ tokenId: null, counterparty: null },
  }
}
