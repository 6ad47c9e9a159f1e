/** What a sign-in message says; which of it may be missing is its form's. Source: EIP-4361, CAIP-122, Sign In With Solana. */
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

/** What the grammars of all forms are made of, as regular expressions; `domain` takes the scheme and the domain. Source: EIP-4361. */
export const signInParts = {
  domain: String.raw`(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([^\s/?#@\\]+)`,
  time: String.raw`\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)`,
  uri: '[A-Za-z][A-Za-z0-9+.-]*:[!-~]*',
} as const
