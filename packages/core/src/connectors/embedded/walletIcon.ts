/** The wallet's icon for lists of wallets: a `data:` URI as EIP-6963 requires. */
export const walletIcon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="24" fill="%231b1403"/%3E%3Cpath d="M58 22a16 16 0 0 0-15.500 20L22 62.500V74h13v-8h8v-8h7l2-2A16 16 0 1 0 58 22Zm4 17a5 5 0 1 1 0-10 5 5 0 0 1 0 10Z" fill="%23e8b04b"/%3E%3C/svg%3E'
