import { parseAbi } from 'viem/utils'

/**
 * Functions of Uniswap's SwapRouter02 that swaps call. Two values are special: the receiver `0x…02` is the router itself, and
 * an `amountIn` of 0 is the router's whole balance of the first token.
 *
 * Source: Uniswap swap-router-contracts 1.3.1 (IV2SwapRouter, IV3SwapRouter, PeripheryPayments, SelfPermit,
 * MulticallExtended).
 */
export const routerAbi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
  'struct ExactInputParams { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
])

/** Wraps and unwraps the native token, one to one. */
export const wrappedNativeAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
