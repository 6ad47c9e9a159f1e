import type { DevnetContracts } from '../Devnet.ts'
import { smartAccountContracts } from './smartAccounts.ts'

/**
 * Addresses of contracts, the same as on Ethereum (on OP Mainnet for Farcaster). One configuration therefore works for local and
 * public chains. The addresses of our contracts depend on their code.
 */
export const contracts = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  entryPoint08: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  simple7702Account: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
  uniswapV2Factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
  uniswapV2Router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  uniswapV3Factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  uniswapV3PositionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
  uniswapSwapRouter02: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  uniswapQuoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  ensRegistry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  farcasterIdRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  farcasterKeyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
  ...smartAccountContracts,
} as const satisfies DevnetContracts
