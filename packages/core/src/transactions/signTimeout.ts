/** How long the wallet's owner may think about a transaction (milliseconds). */
export const signTimeout = 600_000
