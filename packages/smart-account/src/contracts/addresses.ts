/** EntryPoint v0.8, the same on every chain. Source: ERC-4337. */
export const entryPoint08 = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/**
 * Where our contracts lie on every chain: each is made by the CREATE2 deployer of `0x4e59…956C` with a salt of zeros, so that its
 * address follows from its code. A test works them out from the compiled contracts.
 */
export const smartAccountContracts = {
  factory: '0x0105745aC06373Ec87057C9467365E67Ed91F156',
  /** What accounts of the factory run, and what an ordinary account becomes (EIP-7702). */
  implementation: '0x7547AEBF73a8B65e576064AdECd9EAFd540d7b07',
  /** The validator module of sessions. */
  sessions: '0x8ea76063E119a882A9C0d836269C2281F379276A',
} as const
