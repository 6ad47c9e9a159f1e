/** One entry of a contract's ABI, in the compiler's format. Source: the Solidity contract ABI specification. */
export type AbiEntry = { readonly type: string; readonly name?: string; readonly [key: string]: unknown }

/** Checked-in data of one contract (`artifacts/<name>.json`). */
export type Artifact = {
  contractName: string
  /** The file below `solidity/` that declares it. */
  sourceName: string
  abi: readonly AbiEntry[]
  /** Creation code, without constructor arguments. */
  bytecode: `0x${string}`
  /** Runtime code, for contracts that are never deployed. */
  runtime?: `0x${string}`
  compiler: { version: string; settings: Readonly<Record<string, unknown>> }
  /** SHA-256 of each source of the contract, our own and OpenZeppelin's, by import path. */
  sources: Readonly<Record<string, string>>
}
