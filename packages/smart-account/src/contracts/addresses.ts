/** EntryPoint v0.8, the same on every chain. Source: ERC-4337. */
export const entryPoint08 = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/**
 * Where our contracts lie on every chain: each is made by the CREATE2 deployer of `0x4e59…956C` with a salt of zeros, so that its
 * address follows from its code. A test works them out from the compiled contracts.
 */
export const smartAccountContracts = {
  factory: '0x6050a4808aBb3BC75C08B91f486028c62e311eB1',
  /** What accounts of the factory run, and what an ordinary account becomes (EIP-7702). */
  implementation: '0x16c66FC4445C81af78C2632D31878eCA5aD1d286',
  /** The validator module of sessions. */
  sessions: '0x09916ecefd33579d9A3f6F0526c04Bf61946EE49',
} as const
