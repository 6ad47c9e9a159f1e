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

/** Pays from the faucet. The node numbers the payments, and gives two that come at once one number: what was pushed out is paid anew. */
async function fund({ world: { chains, faucet, tokens }, address }: { world: World; address: string }) {
  const url = chains[0]?.rpcUrl
  if (!url) throw new Error('The world has no chain')
  const from = faucet.address
  const ask = <Result>(method: string, ...params: unknown[]) => rpc<Result>({ url, method, params })
  await ask('anvil_impersonateAccount', from)
  const pay = async (transaction: { to: string; value?: string; data?: string }): Promise<void> => {
    const hash = await ask<string>('eth_sendTransaction', { from, ...transaction }).catch(() => undefined)
    let known = hash !== undefined
    let isMined = false
    await worldTest.expect
      .poll(async () => {
        isMined = known && (await ask<object | null>('eth_getTransactionReceipt', hash)) !== null
        known = known && (isMined || (await ask<object | null>('eth_getTransactionByHash', hash)) !== null)
        return isMined || !known
      })
      .toBe(true)
    if (!isMined) await pay(transaction)
  }
  const listed = tokens.filter(({ kind }) => kind !== 'spam' && kind !== 'wrapped-native')
  await Promise.all([
    pay({ to: address, value: `0x${stock.ether.toString(16)}` }),
    ...listed.map(({ address: to, decimals }) => {
      const amount = stock.tokens * 10n ** BigInt(decimals)
      const words = [address.slice(2).toLowerCase(), amount.toString(16)].map((word) => word.padStart(64, '0'))
      return pay({ to, data: `0xa9059cbb${words.join('')}` })
    }),
  ])
}
