/** Settings that every contract is compiled with. Changing one changes every artifact: run the compile script after it. */
export const compilerSettings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  // Without a hash of the sources in the code: addresses that follow from the code (CREATE2) stay where they are when a comment changes.
  metadata: { bytecodeHash: 'none' },
} as const

/** Contracts that are laid over others in an `eth_call` and never created: what is wanted of them is the code that runs. */
export const overlays: readonly string[] = ['OperationProbe']
