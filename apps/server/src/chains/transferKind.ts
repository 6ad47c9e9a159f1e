/**
 * What a row of `transfers` is. `declared` is a native transfer as the call data of a smart account's operation states it, where the node gives no
 * traces: an account may do otherwise, so it counts for the account's own history alone, and in no balance.
 */
export const transferKind = {
  ...{ native: 0, internal: 1, erc20: 2, erc721: 3, erc1155: 4, approval: 5, declared: 6 },
} as const

/** What a row of `transfers` is. */
export type TransferKind = (typeof transferKind)[keyof typeof transferKind]
