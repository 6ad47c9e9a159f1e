/** One parameter of a function in the format of viem's coder. */
export type AbiType = { name: string; type: string; components?: readonly AbiType[] }
