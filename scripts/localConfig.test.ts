import { expect, test } from 'vitest'
import { type LocalWorld, localServerConfig, localSite, localSubscription, projectId } from './lib/localConfig.mjs'

const site = 'http://localhost:7100'
const [api, wallet, subscription] = ['http://localhost:7101', 'http://wallet.localhost:7102', 'http://localhost:7108']
const key = `0x${'1'.repeat(64)}`
const token = { address: `0x${'aB'.repeat(20)}`, decimals: 18 }
const world: LocalWorld = {
  chains: [{ id: 31337, chainId: 'eip155:31337', name: 'Local One', rpcUrl: 'http://127.0.0.1:8545' }],
  tokens: [
    { ...token, name: 'Latch', symbol: 'LATCH', kind: 'site' },
    { ...token, name: 'Dollar', symbol: 'USDL', kind: 'usd' },
  ],
  accounts: [{ name: 'Ada', address: `0x${'cD'.repeat(20)}`, privateKey: key }],
  ...{ executor: { privateKey: key }, paymasterSigner: { privateKey: key }, treasury: { privateKey: key } },
  ...{ contracts: { paymaster: `0x${'eF'.repeat(20)}` }, names: { zone: 'latch.eth', signer: { privateKey: key } } },
  chainConfigs: [{ upstreams: [{ url: 'http://127.0.0.1:8545' }] }],
  ...{ solana: [], solanaAccounts: [], solanaTokens: [], solanaConfigs: [] },
  ...{ bitcoin: [], bitcoinAccounts: [], bitcoinConfigs: [] },
}
type Project = { id: string; name: string; origins: string[]; wallet: { scope: string } }

test('behavior: mail and permissions of the example app name it, and a visitor has one wallet in both', () => {
  const { projects } = localServerConfig({
    ...{ world, site, api, wallet, subscription, folder: '.', phone: 'http://localhost:7104', walletFolder: '.' },
    ...{ smtpUrl: '', social: {}, identity: 'http://localhost:7105' },
    ports: { api: 7101, metrics: 7103, wallet: 7102 },
  }) as { projects: Project[] }
  const nameOf = (id: unknown) => projects.find((project) => project.id === id)
  expect(nameOf(localSite({ world, api, wallet }).siteConfig.projectId)).toMatchObject({ id: projectId, name: 'Latch' })
  const newspaper = nameOf(localSubscription({ world, api, wallet }).projectId)
  expect(newspaper).toMatchObject({ name: 'The Harbour Post' })
  // Lists show the first origin.
  expect(newspaper?.origins[0]).toBe(subscription)
  expect(new Set(projects.map(({ wallet: { scope } }) => scope))).toEqual(new Set(['server']))
})
