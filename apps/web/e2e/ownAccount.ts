import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { rpc } from './chain.ts'
import { walletName, test as worldTest } from './fixtures.ts'
import type { World } from './setup/World.ts'

/** An account that nobody else sends from: two wallets that number an account's transactions would take the same number. */
export type OwnAccount = { name: string; address: `0x${string}`; privateKey: `0x${string}` }

/** What the account has when the test begins. */
const stock = { ether: 5n * 10n ** 18n, tokens: 5_000n } as const

/** The tests' `test`, with a wallet that holds a new account, which has five coins and some of every listed token. */
export const test = worldTest.extend<{ owner: OwnAccount }>({
  owner: async ({ world }, use) => {
    const privateKey = generatePrivateKey()
    const owner = { name: 'Own', privateKey, address: privateKeyToAccount(privateKey).address }
    await fund({ world, address: owner.address })
    await use(owner)
  },
  walletOptions: async ({ world, owner }, use) =>
    use({
      name: walletName,
      accounts: [owner],
      chains: Object.fromEntries(world.chains.map(({ id, name, rpcUrl }) => [id, { name, rpcUrl }])),
    }),
})

/** Pays from the faucet; the node numbers the payments, so that tests beside this one may do the same. */
async function fund({ world: { chains, faucet, tokens }, address }: { world: World; address: string }) {
  const url = chains[0]?.rpcUrl
  if (!url) throw new Error('The world has no chain')
  const from = faucet.address
  await rpc({ url, method: 'anvil_impersonateAccount', params: [from] })
  const send = (transaction: { to: string; value?: string; data?: string }) =>
    rpc<string>({ url, method: 'eth_sendTransaction', params: [{ from, ...transaction }] })
  const hashes = [await send({ to: address, value: `0x${stock.ether.toString(16)}` })]
  for (const token of tokens.filter(({ kind }) => kind !== 'spam' && kind !== 'wrapped-native')) {
    const amount = stock.tokens * 10n ** BigInt(token.decimals)
    const words = [address.slice(2).toLowerCase(), amount.toString(16)].map((word) => word.padStart(64, '0'))
    hashes.push(await send({ to: token.address, data: `0xa9059cbb${words.join('')}` }))
  }
  const isMined = async (hash: string) =>
    (await rpc<object | null>({ url, method: 'eth_getTransactionReceipt', params: [hash] })) !== null
  await worldTest.expect.poll(async () => (await Promise.all(hashes.map(isMined))).every(Boolean)).toBe(true)
}
