import { formatUnits, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { nameAddress } from '../address/nameAddress.ts'
import { knowledgeOf } from '../assets/knowledgeOf.ts'
import { blindData, type DescribedCall, describeCall } from '../call/describeCall.ts'
import { judgeReceiver } from '../call/judgeReceiver.ts'
import type { Description, Finding, NetworkFee, PreparedTransaction } from '../Description.ts'
import { flattenFields, noteReceiver } from '../fields/formatFields.ts'
import type { Reading } from '../Reading.ts'
import { readBalanceChanges } from '../simulation/readBalanceChanges.ts'
import type { SimulatedCall, Simulation } from '../simulation/Simulation.ts'
import { simulate } from '../simulation/simulate.ts'
import { judgeChanges } from './judgeChanges.ts'
import { judgeControl } from './judgeControl.ts'
import { judgeFee } from './judgeFee.ts'
import { judgeFunds } from './judgeFunds.ts'
import { judgeNonce } from './judgeNonce.ts'
import { prepareTransaction } from './prepareTransaction.ts'
import { readAllowances } from './readAllowances.ts'
import { judgeMinimums, summarizeSwap } from './summarizeSwap.ts'
import type { TransactionRequest } from './TransactionRequest.ts'

/** Describes a transaction: its call, expected changes, cost and findings. */
export async function describeTransaction({
  reading,
  transaction,
  raw,
  nonceOffset = 0,
  simulated,
}: {
  reading: Reading
  transaction: TransactionRequest
  raw: string
  /** For a part of a batch: the number of calls before it. */
  nonceOffset?: number
  /** For a part of a batch: its simulation after the calls before it. */
  simulated?: Simulation
}): Promise<Description> {
  const { chain, account, chainId, assets, asOperation } = reading
  const { to, value, data } = transaction
  const [described, simulation, code] = await Promise.all([
    describeMeaning({ reading, transaction }),
    simulated ?? simulate({ read: chain.request, from: account, calls: [transaction] }),
    to ? chain.code(to) : undefined,
  ])
  const trial = trialOf(simulation)
  const fallbackGas = trial?.gasUsed === undefined ? undefined : (trial.gasUsed * 3n) / 2n
  const [prepared, changes, allowances] = await Promise.all([
    // An operation has its nonce and its price elsewhere.
    asOperation
      ? null
      : prepareTransaction({ transaction, account, chainId, read: chain.request, fallbackGas, nonceOffset }).catch(
          toError,
        ),
    simulation.kind === 'traced' && trial?.status === 'done'
      ? readBalanceChanges({ logs: trial.logs, account, assets })
      : null,
    readAllowances({ reading, transaction, described }),
  ])
  const ready = prepared instanceof LatchkeyError ? null : prepared
  const fee = ready ? toFee({ reading, transaction: ready }) : null
  const findings: Finding[] = [
    ...described.findings,
    ...(await judgeControl({ reading, to, data })),
    ...judgeTarget({ reading, to, data, code }),
    ...judgeSimulation({ simulation, prepared, changes }),
    ...(await judgeFunds({ reading, needed: value + (fee?.cost ?? 0n) })),
    ...(await judgeFee({ reading, fee })),
    ...(asOperation ? [] : await judgeNonce({ reading, given: transaction.nonce })),
    ...judgeChanges({
      intent: described.intent,
      changes,
      isListed: to !== null && reading.index.isListed(to),
      known: knowledgeOf(reading),
    }),
  ]
  const name = to ? await nameTarget({ reading, address: to }) : null
  return {
    intent: described.intent,
    target: to ? { address: to, name, notice: described.notice } : null,
    signature: described.signature,
    fields: [...described.fields, ...allowances],
    balanceChanges: changes,
    message: null,
    fee,
    findings,
    transaction: ready,
    parts: [],
    raw,
    ...(asOperation ? { isOperation: true } : {}),
  }
}

/** Returns the minimum received of a call that is a single swap; nested calls are judged elsewhere. */
function minimumsOf({ fields }: DescribedCall) {
  const all = flattenFields(fields)
  if (all.some(({ type }) => type === 'call')) return []
  return all.flatMap(({ label, value }) => (label === 'minimumReceived' && value.kind === 'amount' ? [value] : []))
}

type Meaning = DescribedCall & { notice: NonNullable<Description['target']>['notice'] }

async function describeMeaning({
  reading,
  transaction: { to, value, data },
}: {
  reading: Reading
  transaction: TransactionRequest
}): Promise<Meaning> {
  const { native } = reading.assets
  const paid: Description['fields'] =
    value > 0n
      ? [
          {
            name: 'value',
            label: 'amount',
            type: 'uint256',
            value: {
              kind: 'amount',
              amount: value,
              text: formatUnits(value, native.decimals ?? 0),
              asset: native,
              isUnlimited: false,
            },
            children: [],
          },
        ]
      : []
  if (to === null)
    return {
      intent: 'deploy',
      signature: null,
      fields: [
        ...paid,
        { name: 'data', label: null, type: 'bytes', value: { kind: 'bytes', hex: data }, children: [] },
      ],
      findings: [blindData(data)],
      notice: null,
    }
  if (data !== '0x') {
    const call = await describeCall({ reading, to, data })
    if (call.intent !== 'swap') return { ...call, fields: [...paid, ...call.fields], notice: null }
    const swap = await summarizeSwap({ reading, to, value, call })
    const given = paid.map((field) => ({ ...field, label: 'paid' as const }))
    if (swap) return { ...swap, fields: [...given, ...swap.fields], notice: null }
    return {
      ...call,
      fields: [...given, ...call.fields],
      findings: [...call.findings, ...judgeMinimums(minimumsOf(call))],
      notice: null,
    }
  }
  const isWrapped = reading.index.functions({ selector: '0xd0e30db0', to })[0]?.display.intent === 'wrap'
  const notice = await noteReceiver({ reading, address: to })
  return {
    intent: isWrapped ? 'wrap' : 'send',
    signature: null,
    fields: paid,
    findings: isWrapped ? [] : await judgeReceiver({ reading, address: to, notice }),
    notice: isWrapped ? null : notice,
  }
}

/** A token's own symbol names the called contract only without a better name, and only if it imitates no other. */
async function nameTarget({ reading, address }: { reading: Reading; address: `0x${string}` }): Promise<string | null> {
  const name = nameAddress({ reading, address })
  if (name) return name
  const token = await reading.assets.read(address)
  return token.isToken && token.imitates === null ? token.name.symbol : null
}

function trialOf(simulation: Simulation): SimulatedCall | undefined {
  if (simulation.kind === 'traced') return simulation.calls[0]
  return simulation.kind === 'called' ? simulation.call : undefined
}

function toError(error: unknown): LatchkeyError {
  return error instanceof LatchkeyError ? error : new ServiceError('upstream_unavailable', { cause: error })
}

function toFee({ reading, transaction }: { reading: Reading; transaction: PreparedTransaction }): NetworkFee {
  const { symbol, decimals } = reading.network.nativeCurrency
  const maxFeePerGas = transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n
  const cost = transaction.gas * maxFeePerGas
  return { gas: transaction.gas, maxFeePerGas, cost, costText: formatUnits(cost, decimals), symbol }
}

function judgeTarget({
  reading,
  to,
  data,
  code,
}: {
  reading: Reading
  to: `0x${string}` | null
  data: string
  code: string | undefined
}): readonly Finding[] {
  if (to === null || data === '0x') return []
  if (code === '0x') return [{ level: 'warn', code: 'unverifiedContract', values: { address: to, reason: 'noCode' } }]
  const { index, assets, knownAddresses } = reading
  const isNamed = knownAddresses.some(
    ({ address, kind }) => kind !== 'history' && address.toLowerCase() === to.toLowerCase(),
  )
  if (index.isListed(to) || assets.vouched(to) || isNamed) return []
  return [{ level: 'warn', code: 'unverifiedContract', values: { address: to, reason: 'unknown' } }]
}

function judgeSimulation({
  simulation,
  prepared,
  changes,
}: {
  simulation: Simulation
  /** Null: an operation. */
  prepared: PreparedTransaction | LatchkeyError | null
  /** Null despite a successful simulation: more changes than a visitor could review. */
  changes: Description['balanceChanges']
}): readonly Finding[] {
  const trial = trialOf(simulation)
  const findings: Finding[] = []
  if (simulation.kind === 'refused')
    findings.push({ level: 'warn', code: 'simulationFailed', values: { reason: simulation.reason } })
  else if (trial?.status === 'reverted')
    findings.push({ level: 'warn', code: 'simulationFailed', values: { reason: trial.reason ?? '' } })
  else if (simulation.kind !== 'traced' || changes === null)
    findings.push({ level: 'warn', code: 'simulationUnavailable', values: {} })
  else if (prepared instanceof LatchkeyError && prepared.code === 'estimate_gas_failed')
    findings.push({ level: 'warn', code: 'simulationFailed', values: { reason: prepared.message } })
  else if (prepared instanceof LatchkeyError)
    findings.push({ level: 'warn', code: 'simulationUnavailable', values: {} })
  return findings
}
