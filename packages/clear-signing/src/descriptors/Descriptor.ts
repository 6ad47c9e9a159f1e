import type { FieldLabel, Intent } from '../Description.ts'

/** How one value of a call or message is meant. */
export type FieldDisplay = {
  /**
   * Where the value is, by the names of the parameters or of the typed data: `to`, `params.amountIn`, `path.[-1]`, and `details.[].token`
   * for every element.
   */
  path: string
  label: FieldLabel
  /** `amount`: base units of the token at `tokenPath`, of the network's own coin without one. */
  format: 'amount' | 'address' | 'date' | 'raw'
  /** Where the token's address is; `@.to` is the called contract or the typed data's verifying contract. `params.path.[0:20]` is a part of packed bytes. */
  tokenPath?: string
  /** It means that only where the number at this path is not 0. */
  onlyWith?: string
}

/** A call inside a call: what is handed on, and to whom. */
export type InnerCall = {
  /** Where the inner call's data is. */
  path: string
  /** Where its target is; `@.to` for the called contract itself. */
  to: string
}

/** How a function or a primary type is shown. */
export type Display = {
  intent: Intent
  fields: readonly FieldDisplay[]
  calls?: readonly InnerCall[]
  /** `commands` and `inputs` are those of a Universal Router. */
  hasRouterCommands?: boolean
}

/**
 * What a contract's calls and messages mean, as data. Source: ERC-7730, in the parts that are needed.
 *
 * Without `deployments` it holds wherever the function or type is used: for standards such as ERC-20.
 */
export type Descriptor = {
  /** What the deployments are called. */
  name?: string
  /** Without a `chainId`: the address is the same contract on every network. */
  deployments?: readonly { chainId?: number; address: `0x${string}` }[]
  /** What the deployments may spend they take in calls of its owner alone: being allowed to is no more than an approval. */
  takesFromCallerOnly?: boolean
  /** By signature with parameter names: `transfer(address to,uint256 amount)`. */
  functions?: Readonly<Record<string, Display>>
  /** By the primary type's encoding, as it is hashed (EIP-712 `encodeType`); one that ends in `*` holds for all that begin so. */
  types?: Readonly<Record<string, Display>>
}
