import type { AssetKnowledge } from '../assets/coversLoss.ts'
import type { Description, DescriptionField, Finding, Intent } from '../Description.ts'
import { judgeLoss } from '../transaction/judgeChanges.ts'
import type { Cluster } from './Cluster.ts'
import { createdAccounts } from './collectReading.ts'
import type { DescribedInstruction } from './DescribedInstruction.ts'
import { describeInstructions } from './describeInstruction.ts'
import { judgeLifetime } from './judgeLifetime.ts'
import type { AskedTransaction } from './readAsk.ts'
import { amountField } from './readAssets.ts'
import { describeFee } from './readFee.ts'
import { type Outcome, readOutcome } from './readOutcome.ts'
import type { SolanaReading } from './SolanaReading.ts'

/** Intents that expect no return. */
const oneWay: readonly Intent[] = ['send', 'sendNft', 'burn', 'createAccount']

/** Describes one transaction: its instructions, its balance changes, its cost and its lifetime. */
export async function describeTransaction({
  reading: shared,
  cluster,
  isTestnet,
  asked,
  isLater,
  send,
  raw,
}: {
  reading: SolanaReading
  cluster: Cluster
  /** Whether it is a test network. */
  isTestnet: boolean
  asked: AskedTransaction
  isLater: boolean
  /** Whether the wallet sends it after signing. */
  send: boolean
  raw: string
}): Promise<Description> {
  const { transaction } = asked
  const { instructions } = transaction
  const reading = { ...shared, created: createdAccounts({ instructions, tables: shared.facts.tables }) }
  const described = describeInstructions(reading, instructions)
  const outcome = await readOutcome({ reading, cluster, asked, isLater })
  const { fee, findings } = describeFee({ reading, transactions: [transaction] })
  const main = mainOf({ described, raw })
  const rent: readonly DescriptionField[] =
    outcome.rent > 0n && main.parts.length === 0 && !main.fields.some(({ label }) => label === 'rent')
      ? [amountField({ name: 'rent', label: 'rent', amount: outcome.rent, asset: reading.native })]
      : []
  const isBlind = outcome.changes === null && described.some(({ signature }) => signature === null)
  return {
    ...main,
    fields: [...main.fields, ...rent],
    balanceChanges: outcome.changes,
    fee,
    findings: [
      ...main.findings,
      ...described.filter(({ isSide }) => isSide).flatMap((one) => one.findings),
      ...(await judgeLifetime({ reading, cluster, isTestnet, asked })),
      ...judgeSigners({ reading, asked, send }),
      ...outcome.findings,
      ...findings,
      ...judgeImitations(reading),
      ...(isBlind ? [blind(asked)] : []),
      ...judgeOutcome({ reading, main, outcome }),
    ],
  }
}

/** Returns the main effect of a transaction: its only relevant instruction, or all of them as parts. */
export function mainOf({ described, raw }: { described: readonly DescribedInstruction[]; raw: string }): Description {
  const empty = { balanceChanges: null, message: null, fee: null, transaction: null, parts: [], raw }
  const toPart = ({ isSide: _, ...one }: DescribedInstruction): Description => ({ ...empty, ...one })
  const memos = described.flatMap(({ fields }) => fields.filter(({ label }) => label === 'memo'))
  const counting = described.filter(({ isSide }) => !isSide)
  const [first, second] = counting
  if (first && !second) return { ...toPart(first), fields: [...first.fields, ...memos] }
  const shown = counting.length > 0 ? counting : described.filter(({ fields }) => fields.length > 0)
  const [only, other] = shown
  if (only && !other) return { ...toPart(only), findings: [] }
  if (!only) return { ...empty, intent: 'programCall', target: null, signature: null, fields: [], findings: [] }
  const base = { ...empty, intent: 'batch' as const, target: null, signature: null, findings: [] }
  return { ...base, fields: memos, parts: shown.map(toPart) }
}

function judgeSigners({
  reading: { account },
  asked: { transaction },
  send,
}: {
  reading: SolanaReading
  asked: AskedTransaction
  send: boolean
}): readonly Finding[] {
  const { requiredSigners, signatures, feePayer } = transaction
  if (!requiredSigners.includes(account))
    return [{ level: 'refuse', code: 'accountMismatch', values: { wanted: feePayer, account } }]
  const missing = signatures.filter(({ address, signature }) => address !== account && !signature)
  const [first] = missing
  if (!first) return []
  const values = { count: String(missing.length), address: first.address }
  // A transaction that others still have to sign cannot be sent at once.
  return [{ level: send ? 'refuse' : 'note', code: 'signersMissing', values }]
}

function judgeImitations({ assets }: SolanaReading): readonly Finding[] {
  return [...assets].flatMap(([address, { imitates, name }]): Finding[] =>
    imitates === null
      ? []
      : [{ level: 'warn', code: 'unverifiedContract', values: { address, reason: 'imitation', symbol: name.symbol } }],
  )
}

/** Several instructions expect no return only if each of them does: otherwise one could hide another's loss. */
function judgeOutcome({
  reading: { assets },
  main: { intent, parts },
  outcome: { changes, refund },
}: {
  reading: SolanaReading
  main: Description
  outcome: Outcome
}): readonly Finding[] {
  const isOneWay =
    oneWay.includes(intent) || (intent === 'batch' && parts.every((part) => oneWay.includes(part.intent)))
  if (!changes || isOneWay) return []
  // Refunds from the visitor's own accounts are no return.
  const paid = changes.map((change) =>
    change.asset.address === null && change.direction === 'in'
      ? { ...change, amount: change.amount > refund ? change.amount - refund : 0n }
      : change,
  )
  const known: AssetKnowledge = {
    isListed: (address) => assets.get(address)?.isListed ?? false,
    usdOf: (address) => (address === null ? undefined : assets.get(address)?.usd),
  }
  return judgeLoss({ changes: paid, known })
}

function blind({ transaction }: AskedTransaction): Finding {
  const bytes = transaction.instructions.reduce((sum, { data }) => sum + data.length, 0)
  return { level: 'warn', code: 'blindData', values: { bytes: String(bytes) } }
}
