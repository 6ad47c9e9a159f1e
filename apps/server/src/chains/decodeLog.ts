import type { EvmAddress } from '@latchkey/protocol'
import { eventTopics } from './eventTopics.ts'
import type { Hex, RpcLog } from './rpcTypes.ts'
import { type TransferKind, transferKind } from './transferKind.ts'

/**
 * An event of a Uniswap pool or factory. Amounts are from the pool's point of view: positive is an input, negative an output.
 */
export type PoolEvent =
  | { type: 'pairCreated'; factory: EvmAddress; pool: EvmAddress; token0: EvmAddress; token1: EvmAddress }
  | { type: 'poolCreated'; factory: EvmAddress; pool: EvmAddress; token0: EvmAddress; token1: EvmAddress; fee: number }
  | { type: 'sync'; pool: EvmAddress; reserve0: bigint; reserve1: bigint }
  | { type: 'swapV2'; pool: EvmAddress; amount0: bigint; amount1: bigint }
  | { type: 'swapV3'; pool: EvmAddress; amount0: bigint; amount1: bigint; sqrtPrice: bigint; liquidity: bigint }
  | { type: 'initialize'; pool: EvmAddress; sqrtPrice: bigint }
  | { type: 'liquidity'; pool: EvmAddress }

/** A pool's event with its block and time. */
export type PlacedPoolEvent = {
  event: PoolEvent
  block: number
  time: number
  txIndex: number
  logIndex: number
  maker: EvmAddress
  hash: Hex
}

/** Receives the decoded content of logs. */
export type LogSink = {
  transfer: (
    kind: TransferKind,
    token: EvmAddress,
    sender: EvmAddress,
    receiver: EvmAddress,
    amount: bigint,
    tokenId: bigint | null,
  ) => void
  pool: (event: PoolEvent) => void
}

/** Sender of mints and receiver of burns. */
export const zeroAddress: EvmAddress = '0x0000000000000000000000000000000000000000'

const zeroPadding = '0x000000000000000000000000'

/** Returns the address in an indexed topic; undefined if the topic is no address (another event with the same signature). */
function readTopic(topic: string | undefined): EvmAddress | undefined {
  if (topic === undefined || topic.length !== 66 || !topic.startsWith(zeroPadding)) return undefined
  return `0x${topic.slice(26)}`.toLowerCase() as EvmAddress
}

/** Maximum number of addresses in a reader's cache. */
const maxRemembered = 50_000

/**
 * Creates a reader of address topics that returns the same string for the same address. The same accounts occur often, and a
 * new string each time would cause more garbage than all other work.
 */
export function createTopicReader(): (topic: string | undefined) => EvmAddress | undefined {
  const known = new Map<string, EvmAddress>()
  return (topic) => {
    if (topic === undefined) return undefined
    const seen = known.get(topic)
    if (seen !== undefined) return seen
    const address = readTopic(topic)
    if (address === undefined) return undefined
    if (known.size >= maxRemembered) known.clear()
    known.set(topic, address)
    return address
  }
}

function word(data: string, index: number): bigint {
  return BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`)
}

function signedWord(data: string, index: number): bigint {
  return BigInt.asIntN(256, word(data, index))
}

function wordAddress(data: string, index: number): EvmAddress {
  return `0x${data.slice(26 + 64 * index, 66 + 64 * index)}`.toLowerCase() as EvmAddress
}

function words(data: string): number {
  return Math.floor((data.length - 2) / 64)
}

/**
 * Decodes one log by hand. This is the indexer's hot loop, in which a general ABI decoder costs ten times as much. A log
 * whose shape does not match its signature is ignored, because anyone may emit anything.
 *
 * @param weth the wrapped native token, whose Deposit and Withdrawal count as mint and burn; other contracts also emit a
 *   Transfer, which would count twice
 * @param topicAddress a reader of {@link createTopicReader}
 */
export function decodeLog(
  log: RpcLog,
  sink: LogSink,
  weth: EvmAddress | undefined,
  topicAddress: (topic: string | undefined) => EvmAddress | undefined = readTopic,
): void {
  const { topics, data } = log
  switch (topics[0]) {
    case eventTopics.transfer: {
      const sender = topicAddress(topics[1])
      const receiver = topicAddress(topics[2])
      if (sender === undefined || receiver === undefined) return
      const token = log.address.toLowerCase() as EvmAddress
      if (topics.length === 3 && data.length === 66) {
        sink.transfer(transferKind.erc20, token, sender, receiver, BigInt(data), null)
      } else if (topics.length === 4 && topics[3] !== undefined) {
        sink.transfer(transferKind.erc721, token, sender, receiver, 1n, BigInt(topics[3]))
      }
      return
    }
    case eventTopics.transferSingle: {
      const sender = topicAddress(topics[2])
      const receiver = topicAddress(topics[3])
      if (sender === undefined || receiver === undefined || data.length !== 130) return
      const token = log.address.toLowerCase() as EvmAddress
      sink.transfer(transferKind.erc1155, token, sender, receiver, word(data, 1), word(data, 0))
      return
    }
    case eventTopics.transferBatch:
      decodeBatch(log, sink)
      return
    case eventTopics.approval: {
      const owner = topicAddress(topics[1])
      const spender = topicAddress(topics[2])
      if (owner === undefined || spender === undefined) return
      const token = log.address.toLowerCase() as EvmAddress
      if (topics.length === 3 && data.length === 66) {
        sink.transfer(transferKind.approval, token, owner, spender, BigInt(data), null)
      } else if (topics.length === 4 && topics[3] !== undefined) {
        sink.transfer(transferKind.approval, token, owner, spender, 1n, BigInt(topics[3]))
      }
      return
    }
    case eventTopics.approvalForAll: {
      const owner = topicAddress(topics[1])
      const spender = topicAddress(topics[2])
      if (owner === undefined || spender === undefined || data.length !== 66) return
      // An approval of the whole collection has the token ID -1.
      sink.transfer(transferKind.approval, log.address.toLowerCase() as EvmAddress, owner, spender, BigInt(data), -1n)
      return
    }
    case eventTopics.deposit:
    case eventTopics.withdrawal: {
      const account = topicAddress(topics[1])
      const token = log.address.toLowerCase() as EvmAddress
      if (account === undefined || token !== weth || data.length !== 66) return
      const deposit = topics[0] === eventTopics.deposit
      sink.transfer(
        transferKind.erc20,
        token,
        deposit ? zeroAddress : account,
        deposit ? account : zeroAddress,
        BigInt(data),
        null,
      )
      return
    }
    default:
      decodePoolLog(log, sink)
  }
}

function decodeBatch({ address, topics, data }: RpcLog, sink: LogSink): void {
  const sender = readTopic(topics[2])
  const receiver = readTopic(topics[3])
  const size = words(data)
  if (sender === undefined || receiver === undefined || size < 4) return
  const idsAt = Number(word(data, 0) / 32n)
  const amountsAt = Number(word(data, 1) / 32n)
  if (idsAt >= size || amountsAt >= size) return
  const count = Number(word(data, idsAt))
  if (count !== Number(word(data, amountsAt)) || idsAt + count >= size || amountsAt + count >= size) return
  const token = address.toLowerCase() as EvmAddress
  for (let index = 1; index <= count; index++) {
    const tokenId = word(data, idsAt + index)
    sink.transfer(transferKind.erc1155, token, sender, receiver, word(data, amountsAt + index), tokenId)
  }
}

function decodePoolLog(log: RpcLog, sink: LogSink): void {
  const { topics, data } = log
  const size = words(data)
  switch (topics[0]) {
    case eventTopics.sync:
      if (size !== 2) return
      sink.pool({ type: 'sync', pool: source(log), reserve0: word(data, 0), reserve1: word(data, 1) })
      return
    case eventTopics.swapV2:
      if (size !== 4) return
      sink.pool({
        type: 'swapV2',
        pool: source(log),
        amount0: word(data, 0) - word(data, 2),
        amount1: word(data, 1) - word(data, 3),
      })
      return
    case eventTopics.swapV3:
      if (size !== 5) return
      sink.pool({
        type: 'swapV3',
        pool: source(log),
        amount0: signedWord(data, 0),
        amount1: signedWord(data, 1),
        sqrtPrice: word(data, 2),
        liquidity: word(data, 3),
      })
      return
    case eventTopics.pairCreated: {
      const token0 = readTopic(topics[1])
      const token1 = readTopic(topics[2])
      if (token0 === undefined || token1 === undefined || size !== 2) return
      sink.pool({ type: 'pairCreated', factory: source(log), pool: wordAddress(data, 0), token0, token1 })
      return
    }
    case eventTopics.poolCreated: {
      const token0 = readTopic(topics[1])
      const token1 = readTopic(topics[2])
      if (token0 === undefined || token1 === undefined || topics[3] === undefined || size !== 2) return
      const fee = Number(BigInt(topics[3]))
      sink.pool({ type: 'poolCreated', factory: source(log), pool: wordAddress(data, 1), token0, token1, fee })
      return
    }
    case eventTopics.initialize:
      if (size !== 2) return
      sink.pool({ type: 'initialize', pool: source(log), sqrtPrice: word(data, 0) })
      return
    case eventTopics.mintV3:
    case eventTopics.burnV3:
    case eventTopics.collectV3:
      sink.pool({ type: 'liquidity', pool: source(log) })
      return
  }
}

function source(log: RpcLog): EvmAddress {
  return log.address.toLowerCase() as EvmAddress
}
