/**
 * A value of a call or of typed data. Addresses and bytes are lower-case hex; structs and arrays have `children` and no
 * value.
 */
export type ValueNode = {
  name: string
  /** As the ABI or EIP-712 writes it: `uint256`, `address[]`, `tuple`, `PermitDetails`. */
  type: string
  value: bigint | boolean | string | null
  children: readonly ValueNode[]
}
