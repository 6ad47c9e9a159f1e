/**
 * The meaning of each key of site.json, and its default where it has one. `scripts/checks/site.mjs` holds the keys to the schema.
 *
 * @type {Readonly<Record<string, { meaning: string, byDefault?: string, type?: string }>>}
 */
export const siteKeys = {
  apiUrl: { meaning: 'The Latchkey server.' },
  projectId: { meaning: 'A project of the server’s configuration whose `origins` name this site.' },
  name: { meaning: 'The name of the site, in its header and in wallets.' },
  tagline: { meaning: 'One line about the site, in its header and in wallets.' },
  icons: { meaning: 'Pictures of the site that wallets show; PNG works in all of them.' },
  token: { type: '`<chain>:<address>`', meaning: 'The token that the site is about. Its chain is one of `networks`.' },
  networks: {
    type: 'list of presets and objects',
    meaning:
      'The chains, in the order of the menu. Each must be among the server’s `chains`. A preset is a name such as `"base"`, or an object with `preset` and the keys that differ from it; an object without `preset` has all the keys below.',
  },
  'networks[].id': {
    meaning: 'The number of the chain (EIP-155); for Solana and Bitcoin the reference of `caipNetworkId`.',
  },
  'networks[].caipNetworkId': { type: '`<namespace>:<id>`', meaning: 'The CAIP-2 id: `eip155:8453`.' },
  'networks[].chainNamespace': { meaning: 'The family: Ethereum’s kind, Solana or Bitcoin.' },
  'networks[].name': { meaning: 'The name in menus.' },
  'networks[].nativeCurrency.name': { meaning: 'The name of the coin.' },
  'networks[].nativeCurrency.symbol': { meaning: 'Its symbol.' },
  'networks[].nativeCurrency.decimals': { meaning: '18 on Ethereum’s kind, 9 on Solana, 8 on Bitcoin.' },
  'networks[].rpcUrls.default.http': {
    meaning: 'Public nodes that wallets are offered. The site itself asks through the server. `[]`: none.',
  },
  'networks[].blockExplorers.default.name': { meaning: 'The name of the explorer that transactions link to.' },
  'networks[].blockExplorers.default.url': { meaning: 'Its address.' },
  'networks[].testnet': { byDefault: '`false`', meaning: 'Its money is worth nothing.' },
  'networks[].imageUrl': {
    byDefault: 'its first letter',
    meaning: 'A picture of the network, from this site or from the server.',
  },
  'networks[].swapRouter': {
    byDefault: 'the one that the server names',
    meaning: 'The only router that swaps may go through. A swap that names another is refused.',
  },
  defaultNetwork: {
    type: '`<namespace>:<id>`',
    byDefault: 'the network of `token`',
    meaning: 'The network that a visit begins on.',
  },
  signIn: {
    byDefault: '`off`',
    meaning:
      'Sign in with a wallet, where the server’s configuration has `siwx`. `on-demand`: the account’s pages ask for it. `optional`: each visitor who connects is asked, and may decline. `required`: a visitor who does not sign in is disconnected. `off`: there are no account pages.',
  },
  walletUrl: { meaning: 'The server’s `wallet.publicUrl`. Without it there is no login by email or by a provider.' },
  'wallet.socials': {
    byDefault: 'all that the server has keys for',
    meaning: 'The providers of social logins, in this order; `false`: none.',
  },
  'wallet.announce': {
    byDefault: '`true`',
    meaning: 'Other scripts of the page find the embedded wallet (EIP-6963, Wallet Standard).',
  },
  'wallet.enableLogger': {
    byDefault: '`false`',
    meaning: 'The wallet’s frame writes more to the console, never secrets.',
  },
  walletConnect: {
    byDefault: '`false`',
    meaning: 'Wallets on other devices. `true`: over the relay of your server ([relay.md](relay.md)).',
  },
  'walletConnect.publicProjectId': {
    meaning:
      'The id that the operator of the public relay gave for this site: wallets are reached over that relay too.',
  },
  'walletConnect.publicRelayUrl': {
    byDefault: '`wss://relay.walletconnect.org`',
    meaning: 'Another public relay.',
  },
  'walletConnect.ownRelay': {
    byDefault: '`true`',
    meaning: 'The relay of your server; its address where it is elsewhere.',
  },
  'connectors.injected': { byDefault: '`true`', meaning: 'Wallets of the visitor’s browser.' },
  'connectors.safe': {
    byDefault: '`true`',
    meaning: 'The Safe around the page, where the page runs as its app. The server of the site must allow the framing.',
  },
  'connectors.safe.origins': { meaning: 'The only pages that may say that they are a Safe.' },
  'connectors.smartWallet.name': { byDefault: '`Smart wallet`', meaning: 'The name in Connect.' },
  'connectors.smartWallet.url': {
    meaning: 'The page of a smart wallet that speaks Base Account’s public protocol. It opens in a window.',
  },
  basic: {
    byDefault: '`false`',
    meaning: 'WalletConnect alone: no wallets of this browser and no login. The modal opens with its code.',
  },
  termsUrl: { meaning: 'The terms of the site, linked in Connect and in the footer.' },
  privacyUrl: { meaning: 'Its privacy notice, linked in the same places.' },
  legalConsent: { byDefault: '`false`', meaning: 'Visitors agree to both before they choose a wallet.' },
  featuredWalletIds: { meaning: 'Wallets that stand first, 4 at most, by `rdns` or the id in the server’s directory.' },
  includedWalletIds: { meaning: 'The only wallets of the directory that are shown.' },
  excludedWalletIds: { meaning: 'Wallets that are never shown.' },
  customWallets: { meaning: 'Wallets that the directory does not have.' },
  'customWallets[].id': { meaning: 'An id that no other wallet has.' },
  'customWallets[].name': { meaning: 'The name in Connect.' },
  'customWallets[].homepage': { meaning: 'Where visitors get it.' },
  'customWallets[].imageUrl': { byDefault: 'its first letter', meaning: 'Its picture, from this site.' },
  'customWallets[].mobileLink': { meaning: 'Opens it on a phone: `example://`.' },
  'customWallets[].desktopLink': { meaning: 'Opens it on a computer.' },
  'customWallets[].webappLink': { meaning: 'Its page, where it is one.' },
  'customWallets[].rdns': { meaning: 'What its extension calls itself (EIP-6963).' },
  'customWallets[].relay': {
    byDefault: 'the public relay',
    meaning: '`own`: it dials your server’s relay; `any`: the one that its code names.',
  },
  allWallets: { byDefault: '`show`', meaning: 'Where “All wallets” is offered.' },
  enableNetworkSwitch: { byDefault: '`true`', meaning: 'Visitors may change the network.' },
  allowUnsupportedChain: {
    byDefault: '`false`',
    meaning: 'A wallet may stay on a network that is not in `networks`.',
  },
  'pendingTransactions.watch': {
    byDefault: '`false`',
    meaning: 'Look whether the account sends anything elsewhere, and refresh balances and activity then.',
  },
  'pendingTransactions.pollInterval': { byDefault: '30000', meaning: 'Milliseconds between two looks.' },
  telemetry: {
    byDefault: '`false`',
    meaning:
      'Count which views and wallets are used, on your own server, where `projects[].telemetry` is on as well ([operations.md](operations.md#telemetry)).',
  },
  'theme.accent': {
    byDefault: 'the modal’s own, as for all of `theme`',
    meaning: 'The color of primary buttons of the modal and of the header’s wallet buttons.',
  },
  'theme.accentInk': { byDefault: 'chosen by contrast', meaning: 'Text on that color.' },
  'theme.accentText': { meaning: 'That color as text; keep it at 4.5:1 against the card.' },
  'theme.mix': { meaning: 'A color mixed into every surface.' },
  'theme.mixStrength': { meaning: 'How much of it: `8%`.' },
  'theme.fontFamily': { meaning: 'The font.' },
  'theme.fontSizeMaster': { byDefault: '`10px`', meaning: 'Every size is a multiple of it.' },
  'theme.radiusMaster': { byDefault: '`4px`', meaning: 'Every radius is a multiple of it.' },
  'theme.zIndex': { byDefault: '999', meaning: 'The layer of the modal.' },
  'theme.qrColor': { meaning: 'The dots of QR codes.' },
  'links[].label': { meaning: 'The text of a link in the footer.' },
  'links[].url': { meaning: 'Its address.' },
  'contacts[].label': {
    meaning:
      'A name that Send and the account offer to everybody under “From this site”, for example of a test recipient or of the project’s donations.',
  },
  'contacts[].address': { meaning: 'The address of that name, of any network family of the site.' },
  sandbox: { byDefault: '`false`', meaning: 'Says on every page that the money is test money.' },
}
