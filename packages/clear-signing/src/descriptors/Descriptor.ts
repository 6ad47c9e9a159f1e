import type { FieldLabel, Intent } from '../Description.ts'

/** Meaning of one value of a call or message. */
export type FieldDisplay = {
  /**
   * Path of the value, by the names of the parameters or of the typed data: `to`, `params.amountIn`, `path.[-1]`, and
   * `details.[].token` for every element.
   */
  path: string
  label: FieldLabel
  /** `amount`: base units of the token at `tokenPath`, without one of the native token. */
  format: 'amount' | 'address' | 'date' | 'raw'
  /**
   * Path of the token's address. `@.to` is the called contract or the typed data's verifying contract. `params.path.[0:20]` is a part
   * of packed bytes.
   */
  tokenPath?: string
  /** Applies only if the number at this path is not 0. */
  onlyWith?: string
}

/** A nested call: its data and target. */
export type InnerCall = {
  /** Path of the nested call's data. */
  path: string
  /** Path of its target; `@.to` for the called contract itself. */
  to: string
}

/** Display of a function or a primary type. */
export type Display = {
  intent: Intent
  fields: readonly FieldDisplay[]
  calls?: readonly InnerCall[]
  /** `commands` and `inputs` are those of a Universal Router. */
  hasRouterCommands?: boolean
}

/**
 * Meaning of a contract's calls and messages, as data. Source: the required parts of ERC-7730.
 *
 * Without `deployments` it applies to every contract, for standards such as ERC-20.
 */
export type Descriptor = {
  /** Name of the deployments. */
  name?: string
  /** Without a `chainId`: the address is the same contract on every network. */
  deployments?: readonly { chainId?: number; address: `0x${string}` }[]
  /** The deployments use an allowance only in calls of its owner, so that granting it is no more than an approval. */
  takesFromCallerOnly?: boolean
  /** By signature with parameter names: `transfer(address to,uint256 amount)`. */
  functions?: Readonly<Record<string, Display>>
  /** By the hashed encoding of the primary type (EIP-712 `encodeType`). A key that ends in `*` matches all with this prefix. */
  types?: Readonly<Record<string, Display>>
}
