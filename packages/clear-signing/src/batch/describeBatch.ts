import { formatUnits } from '@latchkey/protocol'
import { readAddress } from '../address/readAddress.ts'
import { knowledgeOf } from '../assets/knowledgeOf.ts'
import { readQuantity } from '../chain/readQuantity.ts'
import type { Description, Finding, FindingCode, NetworkFee, SigningRequest } from '../Description.ts'
import type { Reading } from '../Reading.ts'
import { isRecord } from '../request/isRecord.ts'
import { Malformed } from '../request/Malformed.ts'
import { type ReadRequest, writeRequest } from '../request/readRequest.ts'
import { refuse } from '../request/refuse.ts'
import { readBalanceChanges } from '../simulation/readBalanceChanges.ts'
import type { Simulation } from '../simulation/Simulation.ts'
import { simulate } from '../simulation/simulate.ts'
import { describeTransaction } from '../transaction/describeTransaction.ts'
import { judgeChanges } from '../transaction/judgeChanges.ts'
import { judgeFunds } from '../transaction/judgeFunds.ts'
import { readTransaction } from '../transaction/readTransaction.ts'
import type { TransactionRequest } from '../transaction/TransactionRequest.ts'

/** Findings about all calls together instead of each call. */
const judgedTogether: readonly FindingCode[] = ['lossWithoutReturn', 'insufficientFunds']

/** Limit of calls to read and show, because visitors do not review more. */
const callLimit = 20

/**
 * Describes a batch with one part for each call, simulated one after the other. An account without code cannot send them atomically,
 * so a request that requires it is refused. Source: EIP-5792.
 */
export async function describeBatch({
  reading,
  request,
}: {
  reading: Reading
  request: ReadRequest
}): Promise<Description> {
  const { raw, chainNumber, account } = request
  const batch: unknown = Array.isArray(request.params) ? request.params[0] : undefined
  if (!isRecord(batch)) throw new Malformed('params', 'not an object')
  const known = ['version', 'id', 'from', 'chainId', 'atomicRequired', 'calls', 'capabilities']
  checkKeys(batch, known)
  const { calls, from, chainId, atomicRequired, capabilities } = batch
  if (atomicRequired !== undefined && typeof atomicRequired !== 'boolean')
    throw new Malformed('atomicRequired', 'not true or false')
  if (atomicRequired && !reading.asOperation)
    throw new Malformed('atomicRequired', 'the account cannot send calls as one')
  checkCapabilities(capabilities)
  if (!Array.isArray(calls) || calls.length === 0) throw new Malformed('calls', 'no calls')
  if (calls.length > callLimit) throw new Malformed('calls', `more than ${callLimit}`)

  const findings: Finding[] = []
  const sender = from === undefined ? account : readAddress(from)
  if (!sender) throw new Malformed('from', 'not an address, or with a wrong checksum')
  if (sender !== account)
    findings.push({ level: 'refuse', code: 'accountMismatch', values: { wanted: sender, account } })
  const wanted = readQuantity(chainId)
  if (wanted === undefined) throw new Malformed('chainId', 'not a quantity')
  if (wanted !== BigInt(chainNumber)) {
    const values = { wanted: wanted.toString(), network: String(chainNumber) }
    findings.push({ level: 'refuse', code: 'chainMismatch', values })
  }
  const requests = calls.map((call: unknown) => readCall({ call, account, chainId: chainNumber }))
  if (findings.length > 0) return refuse({ findings, raw, intent: 'batch' })
  const [only] = requests
  // A single call is shown without a batch.
  if (reading.asOperation && only && requests.length === 1)
    return describeTransaction({ reading, transaction: only, raw })
  return describeParts({ reading, request, transactions: requests })
}

/** Returns the calls of a request that becomes an operation, as they were shown. @throws Malformed */
export function readOperationCalls({
  method,
  params,
  account,
  chainNumber: chainId,
}: SigningRequest & { chainNumber: number }): readonly TransactionRequest[] {
  const [first] = Array.isArray(params) ? params : []
  if (method === 'eth_sendTransaction') return [readTransaction({ value: first, account, chainId }).transaction]
  const calls: unknown = isRecord(first) ? first.calls : undefined
  if (method !== 'wallet_sendCalls' || !Array.isArray(calls)) throw new Malformed('method', 'no operation')
  return calls.map((call: unknown) => readCall({ call, account, chainId }))
}

async function describeParts({
  reading,
  request,
  transactions,
}: {
  reading: Reading
  request: ReadRequest
  transactions: readonly TransactionRequest[]
}): Promise<Description> {
  const { chain, account, assets } = reading
  const simulation = await simulate({ read: chain.request, from: account, calls: transactions })
  const parts = await Promise.all(
    transactions.map((transaction, index) =>
      describeTransaction({
        reading,
        transaction,
        raw: writeRequest(toPartRequest({ request, transaction })),
        nonceOffset: index,
        simulated: partOf({ simulation, index }),
      }),
    ),
  )
  const traced = simulation.kind === 'traced' ? simulation.calls : []
  const isDone = traced.length > 0 && traced.every(({ status }) => status === 'done')
  const changes = isDone
    ? await readBalanceChanges({ logs: traced.flatMap(({ logs }) => logs), account, assets })
    : null
  const value = transactions.reduce((sum, transaction) => sum + transaction.value, 0n)
  const needed = parts.reduce((sum, { fee }) => sum + (fee?.cost ?? 0n), value)
  const fees = parts.flatMap(({ fee }) => (fee ? [fee] : []))
  const isSending = parts.every(({ intent }) => intent === 'send' || intent === 'sendNft')
  return {
    ...refuse({ findings: [], raw: request.raw, intent: 'batch' }),
    balanceChanges: changes,
    fee: fees.length === parts.length ? sumFees({ reading, fees }) : null,
    findings: [
      ...parts.flatMap(({ findings }) => findings).filter(({ code }) => !judgedTogether.includes(code)),
      ...(await judgeFunds({ reading, needed })),
      ...judgeChanges({ intent: isSending ? 'send' : 'batch', changes, isListed: false, known: knowledgeOf(reading) }),
    ],
    parts,
    ...(reading.asOperation ? { isOperation: true } : {}),
  }
}

function sumFees({ reading, fees }: { reading: Reading; fees: readonly NetworkFee[] }): NetworkFee {
  const { symbol, decimals } = reading.network.nativeCurrency
  const cost = fees.reduce((sum, fee) => sum + fee.cost, 0n)
  const gas = fees.reduce((sum, fee) => sum + (fee.gas ?? 0n), 0n)
  const maxFeePerGas = fees.reduce(
    (most, fee) => ((fee.maxFeePerGas ?? 0n) > most ? (fee.maxFeePerGas ?? 0n) : most),
    0n,
  )
  return { gas, maxFeePerGas, cost, costText: formatUnits(cost, decimals), symbol }
}

/** Simulation of one call after the earlier ones; unknown once one of them failed. */
function partOf({ simulation, index }: { simulation: Simulation; index: number }): Simulation {
  if (simulation.kind !== 'traced') return simulation.kind === 'called' ? { kind: 'unavailable' } : simulation
  const call = simulation.calls[index]
  const isAfterFailure = simulation.calls.slice(0, index).some(({ status }) => status === 'reverted')
  return call && !isAfterFailure ? { kind: 'traced', calls: [call] } : { kind: 'unavailable' }
}

function readCall({
  call,
  account,
  chainId,
}: {
  call: unknown
  account: `0x${string}`
  chainId: number
}): TransactionRequest {
  if (!isRecord(call)) throw new Malformed('calls', 'not an object')
  checkKeys(call, ['to', 'data', 'value', 'capabilities'])
  checkCapabilities(call.capabilities)
  const { capabilities: _, ...value } = call
  return readTransaction({ value, account, chainId }).transaction
}

/** A part as a separate request, with which its signature is compared. */
function toPartRequest({
  request: { chainId, account, origin, asOperation },
  transaction: { to, value, data },
}: {
  request: SigningRequest
  transaction: TransactionRequest
}): SigningRequest {
  const params = [{ from: account, ...(to ? { to } : {}), value: `0x${value.toString(16)}`, data }]
  return { method: 'eth_sendTransaction', params, chainId, account, origin, asOperation }
}

function checkKeys(value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) if (!known.includes(key)) throw new Malformed(key.slice(0, 40), 'not known')
}

function checkCapabilities(value: unknown): void {
  if (value === undefined) return
  if (!isRecord(value)) throw new Malformed('capabilities', 'not an object')
  for (const capability of Object.values(value))
    if (!isRecord(capability) || capability.optional !== true)
      throw new Malformed('capabilities', 'none but optional ones are known')
}
