import type { PageFamilies } from '@latchkey/testkit/playwright'
import type { World } from './setup/World.ts'

/** Returns the Solana and Bitcoin options of the wallet in the page: the same people as on the EVM chains, on the local networks. */
export function toPageFamilies({
  world: { solana, solanaAccounts, bitcoin, bitcoinAccounts },
  account,
  families,
}: {
  world: World
  account: number
  families: readonly ('solana' | 'bip122')[]
}): PageFamilies {
  const rotate = <T>(list: readonly T[]): readonly [T, ...T[]] => {
    const [first, ...rest] = [...list.slice(account), ...list.slice(0, account)]
    if (!first) throw new Error('The world has no accounts')
    return [first, ...rest]
  }
  // The second local network has no name in the Wallet Standard.
  const networks = solana.map(({ chainId, rpcUrl }, index) => [index === 0 ? 'solana:localnet' : chainId, rpcUrl])
  const [regtest] = bitcoin
  return {
    ...(families.includes('solana') && {
      solana: {
        accounts: rotate(solanaAccounts.map(({ name, privateKey }) => ({ name, privateKey }))),
        chains: networks.map(([chain]) => chain as `solana:${string}`),
        rpcUrls: Object.fromEntries(networks),
      },
    }),
    ...(families.includes('bip122') &&
      regtest && {
        bip122: {
          accounts: rotate(
            bitcoinAccounts.map(({ name, payment }) => ({ name, privateKey: `0x${payment.privateKey}` as const })),
          ),
          chains: ['bitcoin:regtest'] as const,
          esploraUrls: { 'bitcoin:regtest': regtest.esploraUrl },
        },
      }),
  }
}
