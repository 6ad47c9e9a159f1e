/** One parameter of a function, as viem's coder takes it. */
export type AbiType = { name: string; type: string; components?: readonly AbiType[] }
