/** Fields of a sign-in message; its form defines which are optional. Source: EIP-4361, CAIP-122, Sign In With Solana. */
export type SignInText = {
  scheme: string | undefined
  domain: string
  address: string
  statement: string | undefined
  uri: string | undefined
  chainId: string | undefined
  nonce: string | undefined
  issuedAt: string | undefined
  expirationTime: string | undefined
  notBefore: string | undefined
}

/** Parts of all forms' grammars as regular expressions; `domain` captures the scheme and the domain. Source: EIP-4361. */
export const signInParts = {
  domain: String.raw`(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([^\s/?#@\\]+)`,
  time: String.raw`\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)`,
  uri: '[A-Za-z][A-Za-z0-9+.-]*:[!-~]*',
} as const
