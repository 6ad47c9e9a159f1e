import type { EvmAddress } from '@latchkey/protocol'
import { decodeCalls, entryPoint08 } from '@latchkey/smart-account'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { decodeFunctionData } from 'viem/utils'
import { eventTopics } from '../chains/eventTopics.ts'
import type { Hex, RpcLog, RpcReceipt, RpcTransaction } from '../chains/rpcTypes.ts'

/** An operation of a smart account in a transaction. */
export type IncludedOperation = {
  sender: EvmAddress
  success: boolean
  /** Wei that the account paid for gas; 0 if a paymaster paid. */
  fee: bigint
  /** Its calls; empty if its call data has another format than this project's accounts. */
  calls: readonly { to: EvmAddress; value: bigint }[]
  receiver: EvmAddress
  selector: Hex | null
  value: bigint
  /** Index in the receipt of its first log, and of the event that ends it. */
  firstLog: number
  endLog: number
}

const entryPoint = entryPoint08.toLowerCase()
const noPaymaster = `0x${'0'.repeat(64)}`

/**
 * Reads the operations of a bundle. EntryPoint v0.8 accepts bundles only from EOAs, so each bundle is a transaction to it.
 * Each operation ends with its own `UserOperationEvent`. Events with that name from other contracts are ignored.
 */
export function readOperations(transaction: RpcTransaction, { logs }: Pick<RpcReceipt, 'logs'>): IncludedOperation[] {
  if (transaction.to?.toLowerCase() !== entryPoint) return []
  const found: IncludedOperation[] = []
  let sent: { sender: string; callData: Hex }[] | undefined
  let firstLog = 0
  for (const [index, log] of logs.entries()) {
    if (log.address.toLowerCase() !== entryPoint) continue
    if (log.topics[0] === eventTopics.beforeExecution) firstLog = index + 1
    if (log.topics[0] !== eventTopics.userOperation) continue
    const event = readEvent(log)
    if (!event) continue
    sent ??= readSent(transaction.input)
    const callData =
      sent[found.length]?.sender.toLowerCase() === event.sender ? sent[found.length]?.callData : undefined
    found.push({ ...event, ...describeCalls(event.sender, callData), firstLog, endLog: index })
    firstLog = index + 1
  }
  return found
}

/** Words of the event: nonce, success, actualGasCost, actualGasUsed. */
function readEvent({ topics, data }: RpcLog): Pick<IncludedOperation, 'sender' | 'success' | 'fee'> | undefined {
  const [, , sender, paymaster] = topics
  if (sender?.length !== 66 || data.length !== 258) return undefined
  const word = (place: number) => BigInt(`0x${data.slice(2 + 64 * place, 66 + 64 * place)}`)
  return {
    sender: `0x${sender.slice(26).toLowerCase()}`,
    success: word(1) !== 0n,
    fee: paymaster === noPaymaster ? word(2) : 0n,
  }
}

/** Returns the bundler's input to the EntryPoint, in the order of execution. */
function readSent(input: Hex): { sender: string; callData: Hex }[] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: entryPoint08Abi, data: input })
    if (functionName === 'handleOps') return [...args[0]]
    return functionName === 'handleAggregatedOps' ? args[0].flatMap(({ userOps }) => [...userOps]) : []
  } catch {
    return []
  }
}

function describeCalls(
  sender: EvmAddress,
  callData: Hex | undefined,
): Pick<IncludedOperation, 'calls' | 'receiver' | 'selector' | 'value'> {
  const selectorOf = (data: Hex | undefined) => (data && data.length >= 10 ? (data.slice(0, 10) as Hex) : null)
  const calls = callData ? decodeCalls(callData) : undefined
  // Earlier calls of a batch prepare the last one, like an approval before a payment.
  const last = calls?.at(-1)
  if (!calls || !last) return { calls: [], receiver: sender, selector: selectorOf(callData), value: 0n }
  const isPlain = calls.every(({ data }) => selectorOf(data) === null)
  return {
    calls: calls.map(({ to, value }) => ({ to: lower(to), value })),
    receiver: lower(last.to),
    selector: isPlain ? null : selectorOf(calls.length === 1 ? last.data : callData),
    value: calls.reduce((sum, { value }) => sum + value, 0n),
  }
}

function lower(address: string): EvmAddress {
  return address.toLowerCase() as EvmAddress
}
