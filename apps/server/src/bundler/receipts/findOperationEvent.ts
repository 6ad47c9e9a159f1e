import { entryPoint08 } from '@latchkey/smart-account'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { decodeEventLog, toEventSelector } from 'viem/utils'
import type { NodeLog, NodeReceipt } from '../../chains/node/createChainNode.ts'
import type { ChainScope } from '../ChainScope.ts'

type Hex = `0x${string}`

/** Number of blocks in which unknown operations are searched: a day at 12 seconds. */
const lookedThrough = 7_200
/** Blocks per request; most nodes allow this many. */
const atOnce = 2_000

/** Result of an operation on the chain. Source: EntryPoint v0.8, `UserOperationEvent`. */
export type OperationEvent = {
  hash: Hex
  sender: Hex
  paymaster: Hex
  nonce: bigint
  success: boolean
  actualGasCost: bigint
  actualGasUsed: bigint
  transactionHash: Hex
}

const topicOf = (
  name: 'UserOperationEvent' | 'BeforeExecution' | 'UserOperationRevertReason' | 'PostOpRevertReason',
) => {
  const event = entryPoint08Abi.find((item) => item.type === 'event' && item.name === name)
  if (event?.type !== 'event') throw new Error(`The entry point has no event ${name}`)
  return toEventSelector(event)
}

/** Last event of each operation. */
export const operationTopic = topicOf('UserOperationEvent')
/** Event between validation and execution. */
export const executionTopic = topicOf('BeforeExecution')
const revertTopics = [topicOf('UserOperationRevertReason'), topicOf('PostOpRevertReason')]

/** Searches the newest blocks for an operation of any bundler. */
export async function findOperationEvent(
  { node, view }: Pick<ChainScope, 'node' | 'view'>,
  hash: Hex,
): Promise<OperationEvent | undefined> {
  const { head } = await view.now()
  const first = Math.max(0, head.number - lookedThrough)
  for (let to = head.number; to >= first; to -= atOnce) {
    const from = Math.max(first, to - atOnce + 1)
    // Use `latest` to include a block that arrived a moment ago: the operation may just have been included.
    const last = to === head.number ? 'latest' : to
    const logs = await node.logs({ address: entryPoint08, topics: [operationTopic, hash], from, to: last })
    const log = logs.at(-1)
    if (log) return readOperationEvent(log)
  }
  return undefined
}

/** Returns the events of all operations in a transaction. */
export function readOperationEvents(receipt: NodeReceipt): OperationEvent[] {
  return receipt.logs
    .filter((log) => isOfEntryPoint(log.address) && log.topics[0] === operationTopic)
    .map((log) => readOperationEvent({ ...log, transactionHash: receipt.transactionHash }))
}

/** Returns the revert data of an operation's calls; undefined if they succeeded or have none. */
export function readOperationReason(receipt: NodeReceipt, hash: Hex): Hex | undefined {
  const log = receipt.logs.find(
    ({ address, topics }) =>
      isOfEntryPoint(address) &&
      revertTopics.includes(topics[0] ?? '0x') &&
      topics[1]?.toLowerCase() === hash.toLowerCase(),
  )
  if (!log) return undefined
  const { args } = decodeEventLog({ abi: entryPoint08Abi, topics: log.topics as [Hex, ...Hex[]], data: log.data })
  return (args as unknown as { revertReason: Hex }).revertReason
}

/** Whether the EntryPoint emitted the log. */
export function isOfEntryPoint(address: string): boolean {
  return address.toLowerCase() === entryPoint08.toLowerCase()
}

function readOperationEvent(log: Pick<NodeLog, 'topics' | 'data' | 'transactionHash'>): OperationEvent {
  const { args } = decodeEventLog({
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    topics: log.topics as [Hex, ...Hex[]],
    data: log.data,
  })
  const { userOpHash, ...rest } = args
  return { hash: userOpHash, ...rest, transactionHash: log.transactionHash }
}
