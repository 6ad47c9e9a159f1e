import type { CustomWallet, LatchkeyConfig, WalletConnectWays } from '@latchkey/core'
import type { Network } from '@latchkey/core/networks'
import type { ThemeVariables } from '@latchkey/react'
import { expect, test } from 'vitest'
import { readSite } from '../site/loadSite.ts'
import type { SiteConfig } from '../site/siteConfig.ts'
import { toKitConfig } from './toKitConfig.ts'

// Each option of the kit is a key of site.json, or is listed here with the reason why not. A new option makes this file fail through the
// types of the lists, or through the test of the resulting configuration.

const wallet: Required<CustomWallet> = {
  ...{
    id: 'own-wallet',
    name: 'Own wallet',
    homepage: 'https://own.example',
    imageUrl: '/own.png',
    rdns: 'example.own',
  },
  ...{ mobileLink: 'own://', desktopLink: 'own://', webappLink: 'https://own.example/app', relay: 'own' },
}
const theme: Required<ThemeVariables> = {
  ...{ accent: '#1d4ed8', accentInk: '#fff', accentText: '#1d4ed8', mix: '#fff', mixStrength: '8%', zIndex: 5 },
  ...{ fontFamily: 'serif', fontSizeMaster: '11px', radiusMaster: '2px', qrColor: '#000' },
}
const network: Required<Network> = {
  ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Local One', testnet: true },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  ...{ imageUrl: '/one.png', swapRouter: `0x${'aB'.repeat(20)}` },
}

/** A site.json with every key, and none at its default. */
const site = {
  ...{ apiUrl: 'http://localhost:7101', projectId: '0'.repeat(32), name: 'Latch', tagline: 'A token', sandbox: true },
  ...{ icons: ['https://latch.example/icon.png'], token: `eip155:31337:0x${'aB'.repeat(20)}`, signIn: 'required' },
  networks: [network, 'base'],
  defaultNetwork: 'eip155:8453',
  links: [{ label: 'Docs', url: 'https://docs.example' }],
  contacts: [{ label: 'Donations', address: `0x${'12'.repeat(20)}` }],
  walletUrl: 'https://wallet.example',
  wallet: { announce: false, socials: ['github', 'google'], enableLogger: true },
  ...{ termsUrl: 'https://latch.example/terms', privacyUrl: 'https://latch.example/privacy', legalConsent: true },
  ...{ allowUnsupportedChain: true, enableNetworkSwitch: false, basic: true },
  connectors: {
    injected: false,
    safe: { origins: ['https://safe.example'] },
    smartWallet: { name: 'Passkey wallet', url: 'https://keys.example' },
  },
  walletConnect: {
    ...{ ownRelay: 'wss://relay.example', publicProjectId: 'a'.repeat(32) },
    publicRelayUrl: 'wss://public.example',
  },
  ...{ featuredWalletIds: ['io.one'], excludedWalletIds: ['io.two'], includedWalletIds: ['io.three'] },
  ...{ customWallets: [wallet], allWallets: 'only-mobile', telemetry: true, theme },
  pendingTransactions: { watch: true, pollInterval: 10_000 },
} satisfies Record<keyof SiteConfig, unknown>

/** Where site.json has an option of the kit. */
type Place = keyof typeof site | { notOffered: string }

const options = {
  ...{ projectId: 'projectId', apiUrl: 'apiUrl', networks: 'networks', defaultNetwork: 'defaultNetwork' },
  ...{ metadata: 'name', wallet: 'wallet', connectors: 'connectors' },
  ...{ termsUrl: 'termsUrl', privacyUrl: 'privacyUrl', legalConsent: 'legalConsent', basic: 'basic' },
  ...{ allowUnsupportedChain: 'allowUnsupportedChain', enableNetworkSwitch: 'enableNetworkSwitch' },
  ...{ featuredWalletIds: 'featuredWalletIds', excludedWalletIds: 'excludedWalletIds' },
  ...{ includedWalletIds: 'includedWalletIds', customWallets: 'customWallets', allWallets: 'allWallets' },
  ...{ siwx: 'signIn', telemetry: 'telemetry', pendingTransactions: 'pendingTransactions' },
  storage: { notOffered: 'it is code; the site keeps its things in localStorage' },
} satisfies Record<keyof LatchkeyConfig, Place>

/** Nested options, which must also reach the kit. */
const inner = {
  metadata: ['name', 'url', 'description', 'icons'],
  wallet: ['url', 'announce', 'socials', 'enableLogger'],
  connectors: ['injected', 'safe', 'smartWallet', 'walletConnect'],
  pendingTransactions: ['watch', 'pollInterval'],
} as const satisfies { [Key in 'metadata' | 'wallet' | 'connectors' | 'pendingTransactions']: readonly KeysOf<Key>[] }
type KeysOf<Key extends keyof LatchkeyConfig> = keyof NonNullable<LatchkeyConfig[Key]>
type Left = {
  [Key in keyof typeof inner]: Exclude<KeysOf<Key>, (typeof inner)[Key][number]>
}[keyof typeof inner]
const left: [Left] extends [never] ? 'none' : Left = 'none'

const relays: Required<WalletConnectWays> = {
  ownRelay: 'wss://relay.example',
  publicRelay: { projectId: 'a'.repeat(32), url: 'wss://public.example' },
}

function kitOf(file: unknown) {
  const outcome = readSite(JSON.stringify(file))
  if (!outcome.ok) throw new Error(outcome.failure.problems.join('\n'))
  return { site: outcome.site, kit: toKitConfig({ site: outcome.site, url: 'https://latch.example' }) }
}

test('default: the values of site.json reach the kit', () => {
  const { kit } = kitOf(site)
  const { siwx, networks, ...rest } = kit
  expect([siwx?.getRequired?.(), networks.map(({ caipNetworkId }) => caipNetworkId)]).toEqual([
    true,
    ['eip155:31337', 'eip155:8453'],
  ])
  expect(networks[0]).toStrictEqual(network)
  expect(rest).toStrictEqual({
    ...{ projectId: site.projectId, apiUrl: site.apiUrl, defaultNetwork: 'eip155:8453' },
    metadata: { name: 'Latch', url: 'https://latch.example', description: 'A token', icons: site.icons },
    wallet: { url: site.walletUrl, ...site.wallet },
    ...{ termsUrl: site.termsUrl, privacyUrl: site.privacyUrl, legalConsent: true, basic: true },
    ...{ allowUnsupportedChain: true, enableNetworkSwitch: false },
    connectors: { ...site.connectors, walletConnect: relays },
    ...{ featuredWalletIds: ['io.one'], excludedWalletIds: ['io.two'], includedWalletIds: ['io.three'] },
    ...{ customWallets: [wallet], allWallets: 'only-mobile', telemetry: true },
    pendingTransactions: { watch: true, pollInterval: 10_000 },
  })
})

test('behavior: every option of the kit is covered', () => {
  const { kit, site: read } = kitOf(site)
  const offered = Object.entries(options).flatMap(([option, place]) => (typeof place === 'string' ? [option] : []))
  expect(Object.keys(kit).toSorted()).toEqual(offered.toSorted())
  for (const [option, keys] of Object.entries(inner))
    expect(Object.keys(kit[option as keyof typeof inner] ?? {}).toSorted()).toEqual([...keys].toSorted())
  expect(left).toBe('none')
  expect(read.theme).toStrictEqual(theme)
})

test('default: spec 1.17: a site starts on its `defaultNetwork`, otherwise on the network of its token', () => {
  const { defaultNetwork: _, ...without } = site
  expect(kitOf(site).kit.defaultNetwork).toBe('eip155:8453')
  expect(kitOf(without).kit.defaultNetwork).toBe('eip155:31337')
  const onEthereum = { ...without, token: `eip155:1:0x${'aB'.repeat(20)}`, networks: ['base', 'ethereum'] }
  expect(kitOf(onEthereum).kit.defaultNetwork).toBe('eip155:1')
})
