import { privateKeyToAccount } from 'viem/accounts'

/** Constants of all sides: public test keys, and chains that are never called. */
export const interopChains = ['eip155:31337', 'eip155:31338'] as const
export const interopMethods = ['personal_sign', 'eth_sendTransaction']
export const interopEvents = ['chainChanged', 'accountsChanged']

export const interopKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/** The wallet's accounts, with the active one first. */
export const interopAccounts = interopKeys.map((key) => privateKeyToAccount(key))

/** CAIP-10 of an account on every chain. */
export function toInteropAccounts(index: number): readonly string[] {
  return interopChains.map((chain) => `${chain}:${interopAccounts[index]?.address}`)
}

/** Metadata of an app. */
export function toMetadata(name: string) {
  return { name, description: `${name} under test`, url: 'https://interop.example', icons: [] }
}

/** Parameters of a one-click sign-in. */
export const interopSignIn = {
  chains: [...interopChains],
  domain: 'interop.example',
  uri: 'https://interop.example/login',
  nonce: 'abcdefgh12345678',
  statement: 'Sign in to the interop test.',
}

/** Signs the parameters of `personal_sign`. */
export async function signPersonal(params: unknown): Promise<`0x${string}`> {
  const [message, address] = params as [`0x${string}`, string]
  const account = interopAccounts.find((known) => known.address.toLowerCase() === address.toLowerCase())
  if (!account) throw new Error(`The wallet has no account ${address}`)
  return account.signMessage({ message: { raw: message } })
}
