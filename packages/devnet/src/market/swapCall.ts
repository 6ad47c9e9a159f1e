import type { Address, Hex } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { swapRouter02Abi, v2RouterAbi } from '../world/abis.ts'
import { contracts } from '../world/contracts.ts'
import type { Swap } from './tradeTowards.ts'

/** Deadline that no chain reaches, for routers that require one. */
export const noDeadline = 2n ** 63n

/**
 * Returns the router call of a swap. It accepts any output: on a local chain there are no attackers, and the market-maker
 * must continue after trades of others.
 */
export function swapCall({ swap, receiver }: { swap: Swap; receiver: Address }): { to: Address; data: Hex } {
  const { pool, tokenIn, tokenOut, amountIn } = swap
  if (pool.kind === 'v2') {
    return {
      to: contracts.uniswapV2Router,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
        args: [amountIn, 0n, [tokenIn, tokenOut], receiver, noDeadline],
      }),
    }
  }
  return {
    to: contracts.uniswapSwapRouter02,
    data: encodeFunctionData({
      abi: swapRouter02Abi,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn,
          tokenOut,
          fee: pool.fee,
          recipient: receiver,
          amountIn,
          amountOutMinimum: 0n,
          sqrtPriceLimitX96: 0n,
        },
      ],
    }),
  }
}
