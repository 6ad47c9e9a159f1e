import type { AddressNotice, AssetName } from '../Description.ts'

/** A named address of a permission. */
export type NamedAddress = { address: `0x${string}`; name: string | null; notice: AddressNotice | null }

/** How an argument is compared with a value. Source: ERC-7715, contract call permissions. */
export type ArgumentOperator =
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'

/** One argument of an allowed function. */
export type ArgumentLine = {
  /** Name in the ABI; empty without one. */
  name: string
  type: string
  /** Null: any value. */
  rule: { operator: ArgumentOperator; value: ArgumentValue } | null
}

/** Value that an argument is compared with. */
export type ArgumentValue =
  | ({ kind: 'address' } & NamedAddress)
  /** For a function that is known to take an amount of the called token. `text`: exact decimal text. */
  | { kind: 'amount'; text: string; asset: AssetName }
  | { kind: 'text'; text: string }

/** One permission of an app. */
export type PermissionLine =
  | {
      kind: 'allowance'
      asset: AssetName
      /** Base units in each period. */
      limit: bigint
      /** Exact decimal text. */
      limitText: string
      /** The limit has no effect. */
      isUnlimited: boolean
      /** Unix seconds of the first period's start. */
      start: number
      /** Seconds; 0: once for the permission's whole life. */
      period: number
      /** Number of periods until the end, including the current one. */
      periods: bigint
      /** Base units of all periods together. */
      total: bigint
      totalText: string
      /** The only receiver; null: any. */
      to: NamedAddress | null
    }
  | {
      kind: 'call'
      contract: NamedAddress
      /** `mint(uint256)`. */
      signature: string
      arguments: readonly ArgumentLine[]
      /** Maximum wei of one call, as decimal text of the native token; null: none. */
      valueText: string | null
      /** The native token. */
      coin: AssetName
    }

/** Amount of a token that can leave the account by all permissions together. */
export type PermissionTotal = { asset: AssetName; amount: bigint; text: string; isUnlimited: boolean }

/** Permissions of an app, with their end and key. Plain data: screens turn it into sentences. */
export type PermissionsDescription = {
  lines: readonly PermissionLine[]
  totals: readonly PermissionTotal[]
  /** Unix seconds. */
  expiry: number
  /** The signer: an address, or a public key of P-256, 64 bytes. Null: unknown, for a permission whose rules are not known. */
  signer: { type: 'secp256k1' | 'secp256r1' | 'account'; value: `0x${string}` } | null
}
