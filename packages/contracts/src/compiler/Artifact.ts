/** One entry of a contract's ABI, as the compiler writes it. Source: the Solidity contract ABI specification. */
export type AbiEntry = { readonly type: string; readonly name?: string; readonly [key: string]: unknown }

/** What is checked in for one contract (`artifacts/<name>.json`). */
export type Artifact = {
  contractName: string
  /** The file below `solidity/` that declares it. */
  sourceName: string
  abi: readonly AbiEntry[]
  /** Creation code; constructor arguments follow it. */
  bytecode: `0x${string}`
  /** The code that runs, of contracts that are never created. */
  runtime?: `0x${string}`
  compiler: { version: string; settings: Readonly<Record<string, unknown>> }
  /** SHA-256 of every source that went into it, our own and OpenZeppelin's, by import path. */
  sources: Readonly<Record<string, string>>
}
