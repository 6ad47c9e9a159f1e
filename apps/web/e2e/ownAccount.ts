import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fundAll } from './chain.ts'
import { walletName, test as worldTest } from './fixtures.ts'

/** An account that only one test sends from. Two wallets that choose nonces for the same account would use the same one. */
export type OwnAccount = { name: string; address: `0x${string}`; privateKey: `0x${string}` }

/** Initial balance of the account. */
const stock = { ether: 5n, tokens: 5_000n } as const

/** The tests' `test`, with a wallet that has a new account with Ether and some of every listed token. */
export const test = worldTest.extend<{ owner: OwnAccount }>({
  owner: async ({ world }, use) => {
    const privateKey = generatePrivateKey()
    const owner = { name: 'Own', privateKey, address: privateKeyToAccount(privateKey).address }
    await fundAll({ world, address: owner.address, ...stock })
    await use(owner)
  },
  walletOptions: async ({ world, owner }, use) =>
    use({
      name: walletName,
      accounts: [owner],
      chains: Object.fromEntries(world.chains.map(({ id, name, rpcUrl }) => [id, { name, rpcUrl }])),
    }),
})
