import { isEvmAddress } from '@latchkey/protocol'
import { readQuantity } from '../chain/readQuantity.ts'
import type { ChainReader } from '../Description.ts'
import { isRecord } from '../request/isRecord.ts'
import { readRevertReason } from './readRevertReason.ts'
import {
  nativeLogAddress,
  type SimulatedCall,
  type SimulatedLog,
  type Simulation,
  transferTopic,
} from './Simulation.ts'

/** A call to simulate. */
export type TrialCall = { to: `0x${string}` | null; value: bigint; data: `0x${string}` }

/** Limit of logs that are read; a call with more is not understood completely. */
const logLimit = 5000

/**
 * Simulates calls one after the other on top of the newest block, without sending them. Uses `eth_simulateV1`, or for the first call
 * `debug_traceCall`, or `eth_call`, which only shows whether it succeeds.
 */
export async function simulate({
  read,
  from,
  calls,
}: {
  read: ChainReader
  from: `0x${string}`
  calls: readonly TrialCall[]
}): Promise<Simulation> {
  const rpcCalls = calls.map(({ to, value, data }) => ({
    from,
    ...(to ? { to } : {}),
    value: `0x${value.toString(16)}`,
    data,
  }))
  try {
    const blocks = await read({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [{ calls: rpcCalls }], traceTransfers: true, validation: false }, 'latest'],
    })
    const results = readSimulation(blocks)
    if (results?.length === calls.length) return { kind: 'traced', calls: results }
  } catch (error) {
    const reason = refusal(error)
    if (reason !== undefined) return { kind: 'refused', reason }
  }
  const [first] = rpcCalls
  if (!first || rpcCalls.length > 1) return { kind: 'unavailable' }
  return (await traceCall({ read, call: first })) ?? (await plainCall({ read, call: first }))
}

async function traceCall({ read, call }: { read: ChainReader; call: object }): Promise<Simulation | undefined> {
  try {
    const frame = await read({
      method: 'debug_traceCall',
      params: [call, 'latest', { tracer: 'callTracer', tracerConfig: { withLog: true } }],
    })
    if (!isRecord(frame) || typeof frame.type !== 'string') return undefined
    const logs: SimulatedLog[] = []
    collectLogs({ frame, logs, depth: 0 })
    const returnData = readBytes(frame.output)
    const status = frame.error === undefined ? 'done' : 'reverted'
    const reason = status === 'done' ? undefined : explain(returnData)
    return { kind: 'traced', calls: [{ status, returnData, gasUsed: readQuantity(frame.gasUsed), logs, reason }] }
  } catch {
    return undefined
  }
}

async function plainCall({ read, call }: { read: ChainReader; call: object }): Promise<Simulation> {
  try {
    const returnData = readBytes(await read({ method: 'eth_call', params: [call, 'latest'] }))
    return { kind: 'called', call: { status: 'done', returnData, gasUsed: undefined, logs: [], reason: undefined } }
  } catch (error) {
    const reason = refusal(error)
    if (reason === undefined) return { kind: 'unavailable' }
    return { kind: 'called', call: { status: 'reverted', returnData: '0x', gasUsed: undefined, logs: [], reason } }
  }
}

// For a revert; for a transaction that is not accepted; for a simulation that cannot start. Source: execution-apis, JSON-RPC.
const refusalCodes = (code: number) => code === 3 || code === -32003 || (code <= -38010 && code >= -38026)

/**
 * Returns the reason of a refusal; undefined if the node does not know the method or did not answer. Chain readers that withhold a
 * node's text give its code as `rpcCode`.
 */
function refusal(error: unknown): string | undefined {
  if (!isRecord(error)) return undefined
  const { message, data } = error
  const code = [error.code, error.rpcCode].find((value) => typeof value === 'number')
  const text = typeof message === 'string' ? message.slice(0, 200) : ''
  const reverted = readBytes(data)
  if (reverted !== '0x' || code === 3) return explain(reverted) ?? text
  if (typeof code === 'number' && refusalCodes(code)) return text
  return /revert|insufficient (funds|balance)|gas required exceeds|out of gas/i.test(text) ? text : undefined
}

function readSimulation(blocks: unknown): readonly SimulatedCall[] | undefined {
  const block: unknown = Array.isArray(blocks) ? blocks[0] : undefined
  if (!isRecord(block) || !Array.isArray(block.calls)) return undefined
  const calls = block.calls.map(readCall)
  return calls.every((call) => call !== undefined) ? calls : undefined
}

function readCall(value: unknown): SimulatedCall | undefined {
  if (!isRecord(value) || !Array.isArray(value.logs) || value.logs.length > logLimit) return undefined
  const logs = value.logs.map(readLog)
  if (!logs.every((log) => log !== undefined)) return undefined
  const error = isRecord(value.error) ? value.error : undefined
  const data = readBytes(error?.data) === '0x' ? readBytes(value.returnData) : readBytes(error?.data)
  const status = value.status === '0x1' ? 'done' : 'reverted'
  const said = typeof error?.message === 'string' ? error.message.slice(0, 200) : undefined
  const reason = status === 'done' ? undefined : (explain(data) ?? said)
  return { status, returnData: readBytes(value.returnData), gasUsed: readQuantity(value.gasUsed), logs, reason }
}

function readLog(value: unknown): SimulatedLog | undefined {
  if (!isRecord(value) || !isEvmAddress(value.address) || !Array.isArray(value.topics)) return undefined
  const topics = value.topics.map((topic: unknown) => readBytes(topic))
  return { address: value.address.toLowerCase() as `0x${string}`, topics, data: readBytes(value.data) }
}

/** Walks a trace in the order of the calls, without the effects of reverted ones. */
function collectLogs({
  frame,
  logs,
  depth,
}: {
  frame: Record<string, unknown>
  logs: SimulatedLog[]
  depth: number
}): void {
  if (frame.error !== undefined || depth > 1024 || logs.length > logLimit) return
  const value = readQuantity(frame.value)
  if (value && isEvmAddress(frame.from) && isEvmAddress(frame.to) && frame.type !== 'DELEGATECALL')
    logs.push({
      address: nativeLogAddress,
      topics: [transferTopic, toTopic(frame.from), toTopic(frame.to)],
      data: `0x${value.toString(16).padStart(64, '0')}`,
    })
  for (const log of Array.isArray(frame.logs) ? frame.logs : []) {
    const read = readLog(log)
    if (read) logs.push(read)
  }
  for (const inner of Array.isArray(frame.calls) ? frame.calls : [])
    if (isRecord(inner)) collectLogs({ frame: inner, logs, depth: depth + 1 })
}

function toTopic(address: string): `0x${string}` {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function readBytes(value: unknown): `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? (value.toLowerCase() as `0x${string}`) : '0x'
}

function explain(data: string): string | undefined {
  const reason = readRevertReason(data)
  return reason && ('text' in reason ? reason.text : reason.error)
}
