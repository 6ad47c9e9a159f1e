import type { Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Rpc } from '../anvil/rpc.ts'
import { multicall3Abi, v2PairAbi, v3Abi } from '../world/abis.ts'
import { contracts } from '../world/contracts.ts'
import type { Pool } from '../world/Pool.ts'

/** A pool with its reserves in base units. Those of a v3 pool are virtual: the reserves of a v2 pool with the same depth. */
export type PoolState = { pool: Pool; baseReserve: bigint; quoteReserve: bigint }

/**
 * Reads all pools in one call.
 *
 * @throws RpcRefusal or LatchkeyError like the caller; Error when a pool is missing.
 */
export async function readPools({ rpc, pools }: { rpc: Rpc; pools: readonly Pool[] }): Promise<PoolState[]> {
  const calls = pools.flatMap(({ kind, address }) =>
    kind === 'v2'
      ? [{ target: address, data: encodeFunctionData({ abi: v2PairAbi, functionName: 'getReserves' }) }]
      : [
          { target: address, data: encodeFunctionData({ abi: v3Abi, functionName: 'slot0' }) },
          { target: address, data: encodeFunctionData({ abi: v3Abi, functionName: 'liquidity' }) },
        ],
  )
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls.map((call) => ({ target: call.target, allowFailure: false, callData: call.data }))],
  })
  const answer = await rpc<Hex>('eth_call', [{ to: contracts.multicall3, data }, 'latest'])
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
  let index = 0
  const next = () => results[index++]?.returnData ?? '0x'
  return pools.map((pool) => {
    const [reserve0, reserve1] = pool.kind === 'v2' ? v2Reserves(next()) : v3Reserves(next(), next())
    return pool.base.address === pool.token0
      ? { pool, baseReserve: reserve0, quoteReserve: reserve1 }
      : { pool, baseReserve: reserve1, quoteReserve: reserve0 }
  })
}

function v2Reserves(data: Hex): readonly [bigint, bigint] {
  const [reserve0, reserve1] = decodeFunctionResult({ abi: v2PairAbi, functionName: 'getReserves', data })
  return [reserve0, reserve1]
}

function v3Reserves(slot0: Hex, liquidityData: Hex): readonly [bigint, bigint] {
  const [sqrtPrice] = decodeFunctionResult({ abi: v3Abi, functionName: 'slot0', data: slot0 })
  const liquidity = decodeFunctionResult({ abi: v3Abi, functionName: 'liquidity', data: liquidityData })
  return [(liquidity << 96n) / sqrtPrice, (liquidity * sqrtPrice) >> 96n]
}

/** The price of a pool's base token in its quote token, both counted in whole tokens. */
export function poolPrice({ pool, baseReserve, quoteReserve }: PoolState): number {
  const scale = 10 ** (pool.base.decimals - pool.quote.decimals)
  return (Number(quoteReserve) / Number(baseReserve)) * scale
}
