import type { ValueNode } from '../abi/ValueNode.ts'

/** One member of a struct type. */
export type Member = { name: string; type: string }

/** Typed data in which every value matches its type. Source: EIP-712. */
export type TypedData = {
  types: ReadonlyMap<string, readonly Member[]>
  primaryType: string
  domain: {
    name: string | null
    version: string | null
    chainId: bigint | null
    verifyingContract: `0x${string}` | null
    nodes: readonly ValueNode[]
  }
  /** The message's values, in the order of the type. */
  nodes: readonly ValueNode[]
  /** `encodeType` of the primary type. */
  encoding: string
  /** The signed hash: keccak256(0x1901 ‖ domain separator ‖ hashStruct(message)). */
  digest: `0x${string}`
}
