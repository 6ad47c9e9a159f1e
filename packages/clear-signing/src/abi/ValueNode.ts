/** A value of a call or of typed data. Addresses and bytes are lowercase hex; structs and arrays have `children` and no value. */
export type ValueNode = {
  name: string
  /** ABI or EIP-712 type: `uint256`, `address[]`, `tuple`, `PermitDetails`. */
  type: string
  value: bigint | boolean | string | null
  children: readonly ValueNode[]
}
