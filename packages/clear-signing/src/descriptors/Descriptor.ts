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
  /** Where the token's address is; `@.to` is the called contract, `@.verifyingContract` that of the typed data's domain. */
  tokenPath?: string
}

/** How a function or a primary type is shown. */
export type Display = { intent: Intent; fields: readonly FieldDisplay[] }

/**
 * What a contract's calls or messages mean, as data. Source: ERC-7730, in the parts that are needed.
 *
 * Without `deployments` it holds wherever the function or type is used: for standards such as ERC-20.
 */
export type Descriptor =
  | {
      kind: 'contract'
      name?: string
      deployments?: readonly { chainId?: number; address: `0x${string}` }[]
      /** By full signature with parameter names: `transfer(address to,uint256 amount)`. */
      functions: Readonly<Record<string, Display>>
    }
  | {
      kind: 'typedData'
      name?: string
      deployments?: readonly { chainId?: number; address: `0x${string}` }[]
      /** `name` of the typed data's domain, where it tells the message apart. */
      domainName?: string
      /** By the type's encoding, EIP-712 `encodeType`, as the signer hashes it. */
      types: Readonly<Record<string, Display>>
    }
