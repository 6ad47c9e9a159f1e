import type { World } from './setup/World.ts'

/** For `walletOptions`: the wallet also has network 31339, which the site does not list. */
export async function alsoElsewhere<Options extends { chains: object }>(
  { walletOptions, world }: { walletOptions: Options | undefined; world: World },
  use: (options: Options) => Promise<void>,
): Promise<void> {
  const [one] = world.chains
  if (!walletOptions || !one) throw new Error('The world is incomplete')
  await use({
    ...walletOptions,
    chains: { ...walletOptions.chains, 31339: { name: 'Elsewhere', rpcUrl: one.rpcUrl } },
  })
}
