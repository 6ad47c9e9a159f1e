const accountId = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/
/** The families with a sign-in. Others can follow. */
const addresses: Readonly<Record<string, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bip122: /^[a-zA-Z0-9]{26,90}$/,
}

/**
 * Splits an account (CAIP-10).
 *
 * @returns undefined for any other value
 * @example readAccountId('eip155:1:0xd8dA…6045') // { chainId: 'eip155:1', address: '0xd8dA…6045' }
 */
export function readAccountId(value: unknown): { chainId: string; address: string } | undefined {
  const [, namespace = '', reference = '', address = ''] = (typeof value === 'string' && accountId.exec(value)) || []
  if (namespace === '' || addresses[namespace]?.test(address) === false) return undefined
  return { chainId: `${namespace}:${reference}`, address }
}
