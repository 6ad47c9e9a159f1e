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
  'networks[].chainNamespace': { meaning: 'The network family: EVM, Solana or Bitcoin.' },
  'networks[].name': { meaning: 'The name in menus.' },
  'networks[].nativeCurrency.name': { meaning: 'The name of the native token.' },
  'networks[].nativeCurrency.symbol': { meaning: 'Its symbol.' },
  'networks[].nativeCurrency.decimals': { meaning: '18 on EVM networks, 9 on Solana, 8 on Bitcoin.' },
  'networks[].rpcUrls.default.http': {
    meaning: 'Public nodes for wallets. The site uses the server’s gateway. `[]`: none.',
  },
  'networks[].blockExplorers.default.name': { meaning: 'The name of the explorer that transactions link to.' },
  'networks[].blockExplorers.default.url': { meaning: 'Its address.' },
  'networks[].testnet': { byDefault: '`false`', meaning: 'Its tokens have no value.' },
  'networks[].imageUrl': {
    byDefault: 'its first letter',
    meaning: 'An image of the network, from this site or from the server.',
  },
  'networks[].swapRouter': {
    byDefault: 'the server’s router',
    meaning: 'The only router for swaps. The site refuses a swap through another one.',
  },
  defaultNetwork: {
    type: '`<namespace>:<id>`',
    byDefault: 'the network of `token`',
    meaning: 'The network at the start of a visit.',
  },
  signIn: {
    byDefault: '`off`',
    meaning:
      'Sign-in with a wallet, if the server’s configuration has `siwx`. `on-demand`: the profile asks for it. `optional`: the site asks each visitor who connects, and they can decline. `required`: a visitor who does not sign in is disconnected. `off`: there is no profile.',
  },
  walletUrl: { meaning: 'The server’s `wallet.publicUrl`. Without it there is no login by email or provider.' },
  'wallet.socials': {
    byDefault: 'all providers with keys on the server',
    meaning: 'The providers of social logins, in this order; `false`: none.',
  },
  'wallet.announce': {
    byDefault: '`true`',
    meaning: 'Announces the embedded wallet to other scripts of the page (EIP-6963, Wallet Standard).',
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
    meaning: 'The ID from the public relay’s operator. It adds the wallets of that relay.',
  },
  'walletConnect.publicRelayUrl': {
    byDefault: '`wss://relay.walletconnect.org`',
    meaning: 'Another public relay.',
  },
  'walletConnect.ownRelay': {
    byDefault: '`true`',
    meaning: 'The relay of your server, or the address of another one.',
  },
  'connectors.injected': { byDefault: '`true`', meaning: 'Injected wallets.' },
  'connectors.safe': {
    byDefault: '`true`',
    meaning: 'The Safe around the page, if the page runs as a Safe app. The site’s headers must allow the framing.',
  },
  'connectors.safe.origins': { meaning: 'The only pages that are accepted as a Safe.' },
  'connectors.smartWallet.name': { byDefault: '`Smart wallet`', meaning: 'The name in Connect.' },
  'connectors.smartWallet.url': {
    meaning: 'The page of a smart wallet with Base Account’s public protocol. It opens in a window.',
  },
  basic: {
    byDefault: '`false`',
    meaning: 'WalletConnect only, without injected wallets and login. The modal opens with its code.',
  },
  termsUrl: { meaning: 'The terms of the site, linked in Connect and in the footer.' },
  privacyUrl: { meaning: 'Its privacy notice, linked in the same places.' },
  legalConsent: { byDefault: '`false`', meaning: 'Visitors agree to both before they choose a wallet.' },
  featuredWalletIds: {
    meaning: 'The first wallets of the list, at most 4, by `rdns` or the id in the server’s directory.',
  },
  includedWalletIds: { meaning: 'The only wallets of the directory in the list.' },
  excludedWalletIds: { meaning: 'Wallets that are never shown.' },
  customWallets: { meaning: 'Wallets outside the directory.' },
  'customWallets[].id': { meaning: 'A unique ID.' },
  'customWallets[].name': { meaning: 'The name in Connect.' },
  'customWallets[].homepage': { meaning: 'The page where visitors get it.' },
  'customWallets[].imageUrl': { byDefault: 'its first letter', meaning: 'Its image, from this site.' },
  'customWallets[].mobileLink': { meaning: 'Opens it on a phone: `example://`.' },
  'customWallets[].desktopLink': { meaning: 'Opens it on a computer.' },
  'customWallets[].webappLink': { meaning: 'Its page, if it is a web wallet.' },
  'customWallets[].rdns': { meaning: 'The name that its extension announces (EIP-6963).' },
  'customWallets[].relay': {
    byDefault: 'the public relay',
    meaning: '`own`: it uses your server’s relay; `any`: the relay that the pairing code names.',
  },
  allWallets: { byDefault: '`show`', meaning: 'Where “All wallets” is available.' },
  enableNetworkSwitch: { byDefault: '`true`', meaning: 'Visitors can change the network.' },
  allowUnsupportedChain: {
    byDefault: '`false`',
    meaning: 'A wallet can stay on a network outside `networks`.',
  },
  'pendingTransactions.watch': {
    byDefault: '`false`',
    meaning: 'Detect transactions that the account sends elsewhere, and refresh balances and activity.',
  },
  'pendingTransactions.pollInterval': { byDefault: '30000', meaning: 'Milliseconds between two checks.' },
  telemetry: {
    byDefault: '`false`',
    meaning:
      'Count the used views and wallets on your server, if `projects[].telemetry` is on as well ([operations.md](operations.md#telemetry)).',
  },
  'theme.accent': {
    byDefault: 'the modal’s default',
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
      'A name that Send and the account show to all visitors under “From this site”, for example a test receiver or the project’s donations.',
  },
  'contacts[].address': { meaning: 'The address of that name, in any network family of the site.' },
  sandbox: { byDefault: '`false`', meaning: 'Says on every page that the money is test money.' },
}
