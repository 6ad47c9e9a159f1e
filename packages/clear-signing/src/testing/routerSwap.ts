import type { Hex } from 'viem'
import { encodeFunctionData, encodePacked, parseAbi } from 'viem/utils'

type Address = `0x${string}`

/** The router's placeholder for itself. */
export const itself = '0x0000000000000000000000000000000000000002'
/** The router's placeholder for the caller. */
export const caller = '0x0000000000000000000000000000000000000001'

/** The calls of SwapRouter02 in these tests, for viem. Source: Uniswap swap-router-contracts 1.3.1. */
export const routerAbi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
  'struct ExactInputParams { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function refundETH() payable',
])

/** A swap through pools of one version. Base units. */
export type Run = {
  kind: 'v2' | 'v3'
  tokens: readonly Address[]
  amountIn: bigint
  minimum: bigint
  receiver: Address
}

/** Encodes a swap through pools with a fee of 0.3 %. */
export function encodeRun({ kind, tokens, amountIn, minimum, receiver }: Run): Hex {
  if (kind === 'v2') {
    const args = [amountIn, minimum, tokens, receiver] as const
    return encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args })
  }
  const [first = itself, ...rest] = tokens
  const path = rest.reduce<Hex>(
    (text, token) => `${text}${encodePacked(['uint24', 'address'], [3000, token]).slice(2)}`,
    first,
  )
  const args = [{ path, recipient: receiver, amountIn, amountOutMinimum: minimum }] as const
  return encodeFunctionData({ abi: routerAbi, functionName: 'exactInput', args })
}

/** Encodes the payment of the router's whole balance of a token. */
export function encodeSweep({ token, minimum, receiver }: { token: Address; minimum: bigint; receiver: Address }) {
  return encodeFunctionData({ abi: routerAbi, functionName: 'sweepToken', args: [token, minimum, receiver] })
}

/** Encodes the unwrapping of the router's whole balance of the wrapped native token. */
export function encodeUnwrap({ minimum, receiver }: { minimum: bigint; receiver: Address }) {
  return encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minimum, receiver] })
}

/** Encodes calls as one multicall, with a deadline that no chain reaches. */
export function encodeMulticall(calls: readonly Hex[]): Hex {
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [4_000_000_000n, calls] })
}
