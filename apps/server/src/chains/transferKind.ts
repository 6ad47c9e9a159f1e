/**
 * Kinds of rows in `transfers`. `declared` is a native transfer in the call data of a smart account's operation, for nodes
 * without traces. An account may act differently, so it only counts for the account's own activity, and for no balance.
 */
export const transferKind = {
  ...{ native: 0, internal: 1, erc20: 2, erc721: 3, erc1155: 4, approval: 5, declared: 6 },
} as const

export type TransferKind = (typeof transferKind)[keyof typeof transferKind]
