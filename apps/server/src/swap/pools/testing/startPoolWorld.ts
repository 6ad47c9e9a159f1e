import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { permitTokenBytecode } from '@latchkey/contracts'
import { type Devnet, startDevnet, toChainConfigs, waitForReceipt } from '@latchkey/devnet'
import type { EvmAddress } from '@latchkey/protocol'
import {
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  type PublicClient,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { isEvmChain } from '../../../platform/config/chainConfig.ts'
import type { EvmChainConfig } from '../../../platform/config/ServerConfig.ts'
import { createRpcService } from '../../../rpc/createRpcService.ts'
import type { RpcService } from '../../../rpc/RpcService.ts'
import { createTestContext, type TestContext } from '../../../testing/createTestContext.ts'
import { createPinnedReader } from '../createPinnedReader.ts'
import type { KnownPool } from '../LiquiditySource.ts'
import type { PoolState } from '../PoolState.ts'
import { readChanges } from '../readChanges.ts'
import { readMarket } from '../readMarket.ts'

/** Folder in which tests share the baked state; ignored by git. */
const bakeFolder = fileURLToPath(new URL('../../../../../../.latchkey/test-bake', import.meta.url))
const forever = 2n ** 63n
const plenty = 2n ** 255n

/** Functions of tokens, pools and Uniswap's contracts that tests call. */
const poolWorldAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function balanceOf(address account) view returns (uint256)',
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
  'function token0() view returns (address)',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'struct DecreaseLiquidityParams { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'function decreaseLiquidity(DecreaseLiquidityParams params) payable returns (uint256 amount0, uint256 amount1)',
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
  'struct QuoteExactInputSingleParams { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(QuoteExactInputSingleParams params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)',
])

/** The first local chain, with tokens for tests and functions that create pools of them. */
export type PoolWorld = {
  devnet: Devnet
  context: TestContext
  rpc: RpcService
  chain: EvmChainConfig
  client: PublicClient
  /** Account that owns the tokens and swaps. */
  trader: EvmAddress
  /** Two tokens with 18 decimals, the lower address first. */
  tokens: readonly [EvmAddress, EvmAddress]
  node: <Result>(method: string, params?: readonly unknown[]) => Promise<Result>
  /** Sends a call from the trader. @returns gas used */
  send: (call: { to: EvmAddress; data: Hex }) => Promise<bigint>
  /** Creates a pair of fresh tokens, or of the given ones. */
  createPair: (options: { amount0: bigint; amount1: bigint }) => Promise<KnownPool>
  createPool: (options: { fee: number; sqrtPrice: bigint }) => Promise<KnownPool>
  /** Adds a position. @returns its ID */
  addPosition: (options: { pool: KnownPool; lower: number; upper: number; amount: bigint }) => Promise<bigint>
  /** Removes liquidity from a position. */
  removeLiquidity: (options: { position: bigint; liquidity: bigint }) => Promise<void>
  /**
   * Result of Uniswap's contracts for an exact input, QuoterV2 or the v2 router, with the resulting price of a v3 pool;
   * undefined if they refuse.
   */
  quote: (options: {
    pool: KnownPool
    tokenIn: EvmAddress
    amountIn: bigint
  }) => Promise<{ amountOut: bigint; sqrtPrice?: bigint } | undefined>
  /** Makes a swap. @returns the output and the gas used */
  swap: (options: { pool: KnownPool; tokenIn: EvmAddress; amountIn: bigint }) => Promise<{ out: bigint; gas: bigint }>
  /** Reads the state of a pool at the head from scratch. */
  readPool: (pool: KnownPool) => Promise<PoolState | undefined>
  stop: () => Promise<void>
}

/** Starts it on the devnet, with the real contracts. */
export async function startPoolWorld(): Promise<PoolWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pools-'))
  const devnet = await startDevnet({ folder, bakeFolder, chains: [31337] })
  const chains = toChainConfigs(devnet).map((chain) => ({ ...chain, indexer: { ...chain.indexer, pollInterval: 50 } }))
  const context = await createTestContext({ config: { chains } })
  const chain = context.config.chains.find(isEvmChain)
  const url = devnet.chains[0]?.rpcUrl ?? ''
  if (!chain) throw new Error('there is no chain')
  const rpc = createRpcService({ context })
  const transport = http(url)
  const account = privateKeyToAccount(devnet.faucet.privateKey)
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 10 })
  const wallet = createWalletClient({ chain: foundry, transport, account })
  const trader = account.address
  const { contracts } = devnet
  const lower = (address: string) => address.toLowerCase() as EvmAddress

  const send = async ({ to, data }: { to?: EvmAddress; data: Hex }) => {
    const hash = await wallet.sendTransaction({ ...(to ? { to } : {}), data, gas: 8_000_000n })
    const receipt = await waitForReceipt({ client, hash })
    if (receipt.status !== 'success') throw new Error(`reverted: ${hash}`)
    return receipt
  }
  const call = (to: EvmAddress, name: string, args: readonly unknown[]) =>
    send({ to, data: encodeFunctionData({ abi: poolWorldAbi, functionName: name, args } as never) })

  const deployToken = async (): Promise<EvmAddress> => {
    const shape = [{ type: 'string' }, { type: 'string' }, { type: 'uint8' }, { type: 'address' }] as const
    const args = encodeAbiParameters(shape, ['Test', 'TEST', 18, trader]).slice(2)
    const { contractAddress } = await send({ data: `${permitTokenBytecode}${args}` })
    const token = lower(contractAddress ?? '')
    await call(token, 'mint', [trader, 2n ** 200n])
    const { uniswapV2Router, uniswapV3PositionManager, uniswapSwapRouter02 } = contracts
    for (const spender of [uniswapV2Router, uniswapV3PositionManager, uniswapSwapRouter02]) {
      await call(token, 'approve', [spender, plenty])
    }
    return token
  }
  const first = await deployToken()
  const second = await deployToken()
  const tokens = first < second ? ([first, second] as const) : ([second, first] as const)
  const [token0, token1] = tokens
  const otherOf = ({ token0: one, token1: two }: KnownPool, token: EvmAddress) => (token === one ? two : one)
  const reader = createPinnedReader({ rpc, chainId: chain.chainId, multicall3: lower(contracts.multicall3) })

  const world: PoolWorld = {
    ...{ devnet, context, rpc, chain, client, trader, tokens },
    node: async (method, params = []) => client.request({ method, params } as never),
    send: async (one) => (await send(one)).gasUsed,
    createPair: async ({ amount0, amount1 }) => {
      await call(contracts.uniswapV2Router, 'addLiquidity', [token0, token1, amount0, amount1, 0n, 0n, trader, forever])
      const args = [token0, token1] as const
      const address = await client.readContract({
        ...{ address: contracts.uniswapV2Factory, abi: poolWorldAbi, functionName: 'getPair', args },
      })
      return { kind: 'uniswap-v2', fee: 3000, token0, token1, address: lower(address) }
    },
    createPool: async ({ fee, sqrtPrice }) => {
      const { uniswapV3PositionManager, uniswapV3Factory } = contracts
      await call(uniswapV3PositionManager, 'createAndInitializePoolIfNecessary', [token0, token1, fee, sqrtPrice])
      const args = [token0, token1, fee] as const
      const address = await client.readContract({
        ...{ address: uniswapV3Factory, abi: poolWorldAbi, functionName: 'getPool', args },
      })
      return { kind: 'uniswap-v3', fee, token0, token1, address: lower(address) }
    },
    addPosition: async ({ pool, lower: tickLower, upper: tickUpper, amount }) => {
      const data = encodeFunctionData({
        abi: poolWorldAbi,
        functionName: 'mint',
        args: [
          {
            ...{ token0: pool.token0, token1: pool.token1, fee: pool.fee, tickLower, tickUpper },
            ...{ amount0Desired: amount, amount1Desired: amount, amount0Min: 0n, amount1Min: 0n },
            ...{ recipient: trader, deadline: forever },
          },
        ],
      } as never)
      const to = contracts.uniswapV3PositionManager
      const { data: answer } = await client.call({ account: trader, to, data })
      await send({ to, data })
      return BigInt((answer ?? '0x').slice(0, 66))
    },
    removeLiquidity: async ({ position, liquidity }) => {
      const args = { tokenId: position, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: forever }
      await call(contracts.uniswapV3PositionManager, 'decreaseLiquidity', [args])
    },
    quote: async ({ pool, tokenIn, amountIn }) => {
      const tokenOut = otherOf(pool, tokenIn)
      try {
        if (pool.kind === 'uniswap-v2') {
          const args = [amountIn, [tokenIn, tokenOut]] as const
          const amounts = await client.readContract({
            ...{ address: contracts.uniswapV2Router, abi: poolWorldAbi, functionName: 'getAmountsOut', args },
          })
          return { amountOut: amounts[1] ?? 0n }
        }
        const { result } = await client.simulateContract({
          ...{ address: contracts.uniswapQuoterV2, abi: poolWorldAbi, functionName: 'quoteExactInputSingle' },
          args: [{ tokenIn, tokenOut, amountIn, fee: pool.fee, sqrtPriceLimitX96: 0n }],
        })
        return { amountOut: result[0], sqrtPrice: result[1] }
      } catch {
        return undefined
      }
    },
    swap: async ({ pool, tokenIn, amountIn }) => {
      const tokenOut = otherOf(pool, tokenIn)
      const data =
        pool.kind === 'uniswap-v2'
          ? encodeFunctionData({
              abi: poolWorldAbi,
              functionName: 'swapExactTokensForTokens',
              args: [amountIn, 0n, [tokenIn, tokenOut], trader],
            })
          : encodeFunctionData({
              abi: poolWorldAbi,
              functionName: 'exactInputSingle',
              args: [
                {
                  ...{ tokenIn, tokenOut, fee: pool.fee, recipient: trader, amountIn },
                  ...{ amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
                },
              ],
            })
      const balance = () =>
        client.readContract({
          ...{ address: tokenOut, abi: poolWorldAbi, functionName: 'balanceOf', args: [trader] as const },
        })
      const before = await balance()
      const { gasUsed } = await send({ to: contracts.uniswapSwapRouter02, data })
      return { out: (await balance()) - before, gas: gasUsed }
    },
    readPool: async (pool) => {
      const head = await client.getBlock({ blockTag: 'latest' })
      const block = { number: Number(head.number), hash: head.hash }
      const changes = readChanges({ before: undefined, block, pools: [pool] })
      const result = await readMarket({ reader, block, pools: [pool], known: new Map(), changes })
      return result?.states.get(pool.address)
    },
    stop: async () => {
      await context.stop()
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}
