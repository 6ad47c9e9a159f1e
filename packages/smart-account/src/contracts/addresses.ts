/** EntryPoint v0.8, the same on every chain. Source: ERC-4337. */
export const entryPoint08 = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/**
 * Where our contracts lie on every chain: each is made by the CREATE2 deployer of `0x4e59…956C` with a salt of zeros, so that its
 * address follows from its code. A test works them out from the compiled contracts.
 */
export const smartAccountContracts = {
  factory: '0xF619b999e5D01fBba283Ad5A42046F6c09Cd5d41',
  /** What accounts of the factory run, and what an ordinary account becomes (EIP-7702). */
  implementation: '0xFE30D08D58ed4db1Cca09cE63890EEc09A0bFf90',
  /** The validator module of sessions. */
  sessions: '0x09916ecefd33579d9A3f6F0526c04Bf61946EE49',
} as const
