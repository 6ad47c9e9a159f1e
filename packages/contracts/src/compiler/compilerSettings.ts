/** Settings that every contract is compiled with. Changing one changes every artifact: run the compile script after it. */
export const compilerSettings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
} as const
