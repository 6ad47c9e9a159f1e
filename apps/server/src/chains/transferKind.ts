/** What a row of `transfers` is. */
export const transferKind = { native: 0, internal: 1, erc20: 2, erc721: 3, erc1155: 4, approval: 5 } as const

/** What a row of `transfers` is. */
export type TransferKind = (typeof transferKind)[keyof typeof transferKind]
