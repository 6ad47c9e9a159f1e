/** EntryPoint v0.8, the same on every chain. Source: ERC-4337. */
export const entryPoint08 = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/**
 * Where our contracts lie on every chain: each is made by the CREATE2 deployer of `0x4e59…956C` with a salt of zeros, so that its
 * address follows from its code. A test works them out from the compiled contracts.
 */
export const smartAccountContracts = {
  factory: '0xE948d8Bb0f58730EDaa0A50A7795b112b78a0b9D',
  /** What accounts of the factory run, and what an ordinary account becomes (EIP-7702). */
  implementation: '0x1e78C53761A4c9b5D6A2561719c997CEd92373F0',
  /** The validator module of sessions. */
  sessions: '0x90C2321115bd791738bd0Cb34B70AA03c47B1051',
} as const
