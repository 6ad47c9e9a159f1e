/** EntryPoint v0.8, the same on every chain. Source: ERC-4337. */
export const entryPoint08 = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/**
 * Addresses of our contracts on every chain. The CREATE2 deployer of `0x4e59…956C` deploys each with a salt of zeros, so that
 * its address depends only on its code. A test computes them from the compiled contracts.
 */
export const smartAccountContracts = {
  factory: '0x0F5F65dE18FE1c4a445Be2B92E0Bc06fE87e32e9',
  /** Code of the factory's accounts, and of EOAs that delegate to it (EIP-7702). */
  implementation: '0x6eD3A6f8B02eFCBb0f17a0BF432fF3C68f38CFda',
  /** The validator module of permissions. */
  sessions: '0xC3A0071aa703D8bD75C090eB0Aa1b4509E8F76F7',
} as const
