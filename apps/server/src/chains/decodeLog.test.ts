import type { EvmAddress } from '@latchkey/protocol'
import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbi, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { decodeLog, type PoolEvent, zeroAddress } from './decodeLog.ts'
import { eventTopics } from './eventTopics.ts'
import type { Hex, RpcLog } from './rpcTypes.ts'
import { transferKind } from './transferKind.ts'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  'event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
])
const nft = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)'])
const pair = parseAbi([
  'event PairCreated(address indexed token0, address indexed token1, address pair, uint256)',
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): EvmAddress => `0x${Buffer.from(bytes).toString('hex')}`)
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const int256 = fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n })
const emitter: EvmAddress = '0x00000000000000000000000000000000000e1a17'

function read(log: { topics: unknown; data: Hex; address?: Hex }, weth?: EvmAddress) {
  const transfers: unknown[][] = []
  const pools: PoolEvent[] = []
  decodeLog(
    { address: emitter, logIndex: '0x0', ...log } as RpcLog,
    { transfer: (...transfer) => transfers.push(transfer), pool: (event) => pools.push(event) },
    weth,
  )
  return { transfers, pools }
}

test('default: decodes an ERC-20 transfer that viem encoded', () => {
  fc.assert(
    fc.property(address, address, uint(256), (from, to, value) => {
      const topics = encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to } })
      const data = encodeAbiParameters(parseAbiParameters('uint256'), [value])
      expect(read({ topics, data }).transfers).toEqual([[transferKind.erc20, emitter, from, to, value, null]])
    }),
  )
})

test('behavior: the same event with an indexed number is an NFT transfer', () => {
  fc.assert(
    fc.property(address, address, uint(256), (from, to, id) => {
      const topics = encodeEventTopics({ abi: nft, eventName: 'Transfer', args: { from, to, id } })
      expect(read({ topics, data: '0x' }).transfers).toEqual([[transferKind.erc721, emitter, from, to, 1n, id]])
    }),
  )
})

test('behavior: decodes single and batch transfers of ERC-1155', () => {
  const entry = fc.tuple(uint(256), uint(256))
  fc.assert(
    fc.property(address, address, address, fc.array(entry, { maxLength: 8 }), (operator, from, to, entries) => {
      const topics = encodeEventTopics({ abi, eventName: 'TransferBatch', args: { operator, from, to } })
      const data = encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [
        entries.map(([id]) => id),
        entries.map(([, value]) => value),
      ])
      expect(read({ topics, data }).transfers).toEqual(
        entries.map(([id, value]) => [transferKind.erc1155, emitter, from, to, value, id]),
      )
      for (const [id, value] of entries) {
        const single = encodeEventTopics({ abi, eventName: 'TransferSingle', args: { operator, from, to } })
        const words = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [id, value])
        expect(read({ topics: single, data: words }).transfers).toEqual([
          [transferKind.erc1155, emitter, from, to, value, id],
        ])
      }
    }),
  )
})

test('behavior: pool events keep their signs, and amounts are from the pool’s point of view', () => {
  fc.assert(
    fc.property(address, int256, int256, uint(160), uint(128), (account, amount0, amount1, sqrtPrice, liquidity) => {
      const topics = encodeEventTopics({ abi, eventName: 'Swap', args: { sender: account, recipient: account } })
      const data = encodeAbiParameters(parseAbiParameters('int256, int256, uint160, uint128, int24'), [
        amount0,
        amount1,
        sqrtPrice,
        liquidity,
        -887272,
      ])
      expect(read({ topics, data }).pools).toEqual([
        { type: 'swapV3', pool: emitter, amount0, amount1, sqrtPrice, liquidity },
      ])
    }),
  )
  fc.assert(
    fc.property(address, uint(112), uint(112), uint(112), uint(112), (account, in0, in1, out0, out1) => {
      const topics = encodeEventTopics({ abi: pair, eventName: 'Swap', args: { sender: account, to: account } })
      const data = encodeAbiParameters(parseAbiParameters('uint256, uint256, uint256, uint256'), [in0, in1, out0, out1])
      const amounts = { amount0: in0 - out0, amount1: in1 - out1 }
      expect(read({ topics, data }).pools).toEqual([{ type: 'swapV2', pool: emitter, ...amounts }])
      const sync = encodeAbiParameters(parseAbiParameters('uint112, uint112'), [in0, in1])
      expect(read({ topics: [eventTopics.sync], data: sync }).pools).toEqual([
        { type: 'sync', pool: emitter, reserve0: in0, reserve1: in1 },
      ])
    }),
  )
})

test('behavior: factory events name the pool', () => {
  fc.assert(
    fc.property(address, address, address, uint(24), (token0, token1, pool, fee) => {
      const created = encodeEventTopics({
        abi,
        eventName: 'PoolCreated',
        args: { token0, token1, fee: Number(fee) },
      })
      const data = encodeAbiParameters(parseAbiParameters('int24, address'), [-60, pool])
      expect(read({ topics: created, data }).pools).toEqual([
        { type: 'poolCreated', factory: emitter, pool, token0, token1, fee: Number(fee) },
      ])
      const topics = encodeEventTopics({ abi: pair, eventName: 'PairCreated', args: { token0, token1 } })
      const words = encodeAbiParameters(parseAbiParameters('address, uint256'), [pool, 7n])
      expect(read({ topics, data: words }).pools).toEqual([
        { type: 'pairCreated', factory: emitter, pool, token0, token1 },
      ])
    }),
  )
})

test('behavior: wrapping counts only for the configured wrapped native token', () => {
  const account: EvmAddress = '0x1111111111111111111111111111111111111111'
  const topic = (name: 'deposit' | 'withdrawal') => [eventTopics[name], `0x${account.slice(2).padStart(64, '0')}`]
  const data = encodeAbiParameters(parseAbiParameters('uint256'), [5n])
  expect(read({ topics: topic('deposit'), data }, emitter).transfers).toEqual([
    [transferKind.erc20, emitter, zeroAddress, account, 5n, null],
  ])
  expect(read({ topics: topic('withdrawal'), data }, emitter).transfers).toEqual([
    [transferKind.erc20, emitter, account, zeroAddress, 5n, null],
  ])
  expect(read({ topics: topic('deposit'), data }, zeroAddress).transfers).toEqual([])
})

test('error: ignores any other log with these topics, and never throws', () => {
  const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
  const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex)
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(eventTopics)),
      fc.array(word, { maxLength: 3 }),
      fc.uint8Array({ maxLength: 400 }).map(hex),
      (topic, topics, data) => {
        const { transfers } = read({ topics: [topic, ...topics], data })
        // A topic that is no address has bits above the 160th, like almost all random words.
        for (const [, , from, to] of transfers) expect([from, to].every((one) => String(one).length === 42)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
  expect(
    read({ topics: [eventTopics.transfer, `0x${'f'.repeat(64)}`, `0x${'0'.repeat(64)}`], data: `0x${'0'.repeat(64)}` })
      .transfers,
  ).toEqual([])
  expect(read({ topics: [], data: '0x' })).toEqual({ transfers: [], pools: [] })
})
