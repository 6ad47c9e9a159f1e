import type { AddressNotice, AssetName } from '../Description.ts'

/** An address as a permission names it. */
export type NamedAddress = { address: `0x${string}`; name: string | null; notice: AddressNotice | null }

/** How an argument is held against a value. Source: ERC-7715, contract call permissions. */
export type ArgumentOperator =
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'

/** One argument of a function that may be called. */
export type ArgumentLine = {
  /** As the ABI has it; empty where it has none. */
  name: string
  type: string
  /** Null: anything may stand there. */
  rule: { operator: ArgumentOperator; value: ArgumentValue } | null
}

/** What an argument is held against. */
export type ArgumentValue =
  | ({ kind: 'address' } & NamedAddress)
  /** Of a function that is known to take an amount of the called token. `text`: exact decimal text. */
  | { kind: 'amount'; text: string; asset: AssetName }
  | { kind: 'text'; text: string }

/** One thing that an app may do without asking again. */
export type PermissionLine =
  | {
      kind: 'allowance'
      asset: AssetName
      /** Base units in each period. */
      limit: bigint
      /** Exact decimal text. */
      limitText: string
      /** It is as good as none. */
      isUnlimited: boolean
      /** Unix seconds when the first period begins. */
      start: number
      /** Seconds; 0: once, for the permission's whole life. */
      period: number
      /** How many periods there are until the end, the running one among them. */
      periods: bigint
      /** Base units: all periods together. */
      total: bigint
      totalText: string
      /** The only receiver; null: anybody. */
      to: NamedAddress | null
    }
  | {
      kind: 'call'
      contract: NamedAddress
      /** `mint(uint256)`. */
      signature: string
      arguments: readonly ArgumentLine[]
      /** Wei that one call may carry, as decimal text of the coin; null: none. */
      valueText: string | null
      /** The network's coin. */
      coin: AssetName
    }

/** How much of a coin or token can leave the account by all permissions together. */
export type PermissionTotal = { asset: AssetName; amount: bigint; text: string; isUnlimited: boolean }

/** What an app may do on its own, for how long, and with which key. Plain data: screens turn it into sentences. */
export type PermissionsDescription = {
  lines: readonly PermissionLine[]
  totals: readonly PermissionTotal[]
  /** Unix seconds. */
  expiry: number
  /** Whose signature counts: an address, or a public key of P-256, 64 bytes. Null: not known, of a session whose permissions nobody can tell. */
  signer: { type: 'secp256k1' | 'secp256r1' | 'account'; value: `0x${string}` } | null
}
