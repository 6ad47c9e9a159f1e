/** Compiler settings of every contract. A change affects every artifact: run the compile script afterwards. */
export const compilerSettings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  // The code has no hash of the sources. CREATE2 addresses, which depend on the code, stay the same if a comment changes.
  metadata: { bytecodeHash: 'none' },
} as const

/** Contracts that are only used as overrides in `eth_call`. They need runtime code and are never deployed. */
export const overlays: readonly string[] = ['OperationProbe']
