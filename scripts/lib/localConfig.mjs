// How the parts find each other on one machine: plain data from the running local chains.

// Coins as the price API names them: `nativeEvmAddress` and `nativeSolanaAddress` of @latchkey/protocol, which no script loads.
const nativeEvmAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const nativeSolanaAddress = 'So11111111111111111111111111111111111111111'

/** The project of a development machine. */
export const projectId = '10ca1000000000000000000000000000'

/** The project of the example app: mail and permissions must name the newspaper, and not the token site. */
export const subscriptionProjectId = '10ca1000000000000000000000000001'

/** A visitor has the same embedded wallet on the token site and in the example app. */
const sharedWallet = { scope: 'server' }

/** Whether usage is counted: server and site must both enable it. */
const isCounted = true

/** The server's configuration file for the local world; `origins`: further pages that may use the project. */
export function localServerConfig({
  folder,
  world,
  ports,
  site,
  api,
  wallet,
  phone,
  subscription,
  walletFolder,
  smtpUrl,
  social,
  identity,
  cards,
  origins = [],
}) {
  // One brand in the mail, in the site and in the wallet.
  const { name } = siteTokenOf(world)
  return {
    http: { port: ports.api, publicUrl: api },
    metrics: { port: ports.metrics },
    dataFolder: `${folder}/server`,
    projects: [
      {
        id: projectId,
        name,
        // The demo phone is another origin, and a client of the relay.
        origins: [site, site.replace('localhost', '127.0.0.1'), phone, ...origins],
        telemetry: { enabled: isCounted },
        wallet: sharedWallet,
      },
      {
        id: subscriptionProjectId,
        name: 'The Harbour Post',
        origins: [subscription, subscription.replace('localhost', '127.0.0.1')],
        wallet: sharedWallet,
      },
    ],
    wallet: { port: ports.wallet, publicUrl: wallet, folder: walletFolder, keyFile: `${folder}/server.key` },
    mail: { url: smtpUrl, from: 'no-reply@latchkey.localhost' },
    social: { ...social, farcaster: localFarcaster({ world, api, identity }) },
    smartAccounts: {
      executor: { privateKey: world.executor.privateKey },
      paymaster: { privateKey: world.paymasterSigner.privateKey },
    },
    // The resolver on Local One accepts signatures of this key, and asks this server.
    names: {
      zone: world.names.zone,
      signer: { privateKey: world.names.signer.privateKey },
      // All visitors, and all tests, have one IP address here.
      limits: { registrationsPerHour: 10_000, registrationsPerDay: 10_000, changesPerHour: 10_000 },
    },
    ...(cards ? { onramp: localOnramp({ world, cards }) } : {}),
    // Visitors sign in; the first owner of the world is the operator of the site.
    siwx: {},
    operators: [`${world.chains[0].chainId}:${world.accounts[0].address}`],
    // Smart accounts on all chains, sponsored by the local paymaster.
    chains: [
      ...world.chainConfigs.map((chain) => ({
        ...chain,
        smartAccounts: {
          // A local block follows its transaction at once: a period of a minute can be used to its last seconds.
          leastValidity: 8,
          sponsorship: {
            paymaster: world.contracts.paymaster,
            // All visitors, and all tests, have one IP address here.
            ...{ operationsPerAddressAndDay: 100_000, newAccountsPerAddressAndDay: 100_000 },
          },
        },
      })),
      ...world.solanaConfigs,
      ...world.bitcoinConfigs,
    ],
    directory: { wallets: [demoPhone({ world, phone })] },
  }
}

/** The token that the local site is about. */
function siteTokenOf({ tokens }) {
  return tokens.find(({ kind }) => kind === 'site')
}

/** Where the resolver on Local One asks for names, a template of ERC-3668. */
export function localNameGateway({ api }) {
  return `${api}/v1/names/ccip/{sender}/{data}.json`
}

/** Buying with a card: the sandbox's processor takes test cards, and the treasury of the local world pays out. */
function localOnramp({ world, cards: { url, key } }) {
  const isSold = ({ kind }) => kind === 'usd' || kind === 'site'
  const tokens = world.tokens.filter(isSold)
  const mints = world.solanaTokens.filter(isSold)
  return {
    treasury: {
      eip155: { privateKey: world.treasury.privateKey },
      ...(world.solanaTreasury ? { solana: { privateKey: world.solanaTreasury.privateKey } } : {}),
      assets: [
        ...world.chains.flatMap(({ chainId }) =>
          [nativeEvmAddress, ...tokens.map(({ address }) => address)].map((address) => `${chainId}:${address}`),
        ),
        ...world.solana.flatMap(({ chainId }) =>
          [nativeSolanaAddress, ...mints.map(({ address }) => address)].map((address) => `${chainId}:${address}`),
        ),
      ],
      margin: 0.5,
      // Tests trade as much as they like: prices jump.
      priceSpread: 50,
      rates: { EUR: '1.08' },
    },
    sandbox: { url, key: { secret: key }, fee: 2.5 },
    // Visitors of tests buy all day, some of them with the same few addresses.
    limits: { card: { perDay: '1000000.00' }, ach_bank_account: { perDay: '1000000.00' } },
    openOrders: 100,
    ordersPerHour: 10_000,
    gate: { minimumAge: 18 },
  }
}

/** Sign In With Farcaster: the app of the sandbox answers at the relay of this server, and Local One has its accounts. */
function localFarcaster({ world, api, identity }) {
  const [{ upstreams }] = world.chainConfigs
  return {
    app: `${identity}/farcaster?${new URLSearchParams({ relay: `${api}/farcaster` })}`,
    rpcUrl: upstreams[0].url,
  }
}

/** The demo phone among the wallets to choose from: its "app" is a page of this machine. */
function demoPhone({ world, phone }) {
  return {
    id: 'latchkey-demo-phone',
    name: 'Demo phone',
    order: 0,
    badge_type: 'sandbox',
    chains: [...world.chains, ...world.solana, ...world.bitcoin].map(({ chainId }) => chainId),
    mobile_link: phone,
    webapp_link: phone,
    relay: 'own',
  }
}

/** Content of the demo phone's `/phone.json`: the relay of this server, the local chains and test keys. */
export function localPhone({ world, api }) {
  // Another owner than the sandbox wallet's first one, so that the two can send each other money.
  const [first, ...others] = world.accounts
  return {
    relayUrl: `${api.replace(/^http/, 'ws')}/relay`,
    projectId,
    chains: world.chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
    accounts: [...others, first],
    families: {
      ...(world.solana.length > 0 ? { solana: phoneSolana(world) } : {}),
      ...(world.bitcoin.length > 0 ? { bip122: phoneBitcoin(world) } : {}),
    },
    tokens: world.chains.flatMap(({ id }) =>
      world.tokens
        .filter(({ kind }) => kind !== 'spam')
        .map(({ address, symbol, name, decimals }) => ({ chainId: id, address, symbol, name, decimals })),
    ),
    imageOrigins: [api],
  }
}

/** The Solana half of the demo phone: the same owners in the same order. */
function phoneSolana({ solana, solanaTokens, solanaAccounts: [first, ...others] }) {
  return {
    accounts: solanaKeys([...others, first]),
    networks: solana.map(({ chainId, name, rpcUrl }) => ({ chain: chainId, name, rpcUrl })),
    tokens: solanaTokens.filter(({ kind }) => kind !== 'spam').map(({ address, symbol }) => ({ address, symbol })),
  }
}

/** The Solana half of the sandbox wallet. The second local network has no name in the Wallet Standard. */
function sandboxSolana({ solana, solanaAccounts }) {
  const networks = solana.map(({ chainId, rpcUrl }, index) => [index === 0 ? 'solana:localnet' : chainId, rpcUrl])
  return {
    accounts: solanaKeys(solanaAccounts),
    chains: networks.map(([chain]) => chain),
    rpcUrls: Object.fromEntries(networks),
  }
}

function solanaKeys(accounts) {
  return accounts.map(({ name, privateKey }) => ({ name, privateKey }))
}

/** The Bitcoin half of the demo phone: the same owners in the same order. */
function phoneBitcoin({ bitcoin, bitcoinAccounts: [first, ...others] }) {
  return {
    accounts: bitcoinKeys([...others, first]),
    networks: bitcoin.map(({ chainId, name, esploraUrl }) => ({ chain: chainId, name, rpcUrl: esploraUrl })),
  }
}

/** The Bitcoin half of the sandbox wallet. */
function sandboxBitcoin({ bitcoin: [{ esploraUrl }], bitcoinAccounts }) {
  const chain = 'bitcoin:regtest'
  return { accounts: bitcoinKeys(bitcoinAccounts), chains: [chain], esploraUrls: { [chain]: esploraUrl } }
}

function bitcoinKeys(accounts) {
  return accounts.map(({ name, payment }) => ({ name, privateKey: `0x${payment.privateKey}` }))
}

/** Content of the site's `/site.json`, and the keys of the sandbox wallet. `phone`: the demo phone, which also has a smart wallet. */
export function localSite({ world, api, wallet, phone }) {
  const [first] = world.chains
  const token = siteTokenOf(world)
  return {
    siteConfig: {
      apiUrl: api,
      walletUrl: wallet,
      projectId,
      // Over the relay of this machine: the demo phone answers its code.
      walletConnect: true,
      // The account pages ask for it; a connection alone does not.
      signIn: 'on-demand',
      telemetry: isCounted,
      ...(phone
        ? { connectors: { smartWallet: { name: 'Demo smart wallet', url: `${phone}/smart-wallet.html` } } }
        : {}),
      name: token.name,
      tagline: 'The token of the local sandbox',
      token: `${first.chainId}:${token.address}`,
      networks: [
        ...world.chains.map(({ id, chainId, name, rpcUrl }) => ({
          id,
          caipNetworkId: chainId,
          chainNamespace: 'eip155',
          name,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [rpcUrl] } },
          testnet: true,
          imageUrl: `${api}/public/getAssetImage/${chainId}`,
          swapRouter: world.contracts.uniswapSwapRouter02,
        })),
        ...world.solana.map(({ chainId, name, rpcUrl }) => ({
          id: chainId.slice('solana:'.length),
          caipNetworkId: chainId,
          chainNamespace: 'solana',
          name,
          nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
          rpcUrls: { default: { http: [rpcUrl] } },
          testnet: true,
          imageUrl: `${api}/public/getAssetImage/${chainId}`,
        })),
        ...world.bitcoin.map(({ chainId, name }) => ({
          id: chainId.slice('bip122:'.length),
          caipNetworkId: chainId,
          chainNamespace: 'bip122',
          name,
          nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
          // The kit uses the server, and wallets use their own nodes.
          rpcUrls: { default: { http: [] } },
          testnet: true,
          imageUrl: `${api}/public/getAssetImage/${chainId}`,
        })),
      ],
      // Whom a newcomer can pay on every network.
      contacts: testReceivers(world),
      sandbox: true,
    },
    sandbox: {
      accounts: world.accounts,
      chains: world.chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
      families: {
        ...(world.solana.length > 0 ? { solana: sandboxSolana(world) } : {}),
        ...(world.bitcoin.length > 0 ? { bip122: sandboxBitcoin(world) } : {}),
      },
    },
  }
}

/** The second owner of the local worlds, under a name for each family. */
function testReceivers({ accounts, solanaAccounts = [], bitcoinAccounts = [] }) {
  const receivers = [accounts, solanaAccounts, bitcoinAccounts].map(([, second]) => second)
  return receivers.flatMap((one) => {
    const address = one?.payment?.address ?? one?.address
    return address === undefined ? [] : [{ label: `${one.name} (test receiver)`, address }]
  })
}

/** Configuration of the example app: a newspaper for 5 local dollars a minute, for an hour, so that its charges are visible. */
export function localSubscription({ world, api, wallet }) {
  const { siteConfig } = localSite({ world, api, wallet })
  const { address, symbol, decimals } = world.tokens.find(({ kind }) => kind === 'usd')
  const [merchant] = world.accounts.slice(-1)
  return {
    ...{ apiUrl: api, projectId: subscriptionProjectId, walletUrl: wallet },
    network: siteConfig.networks[0],
    plan: {
      token: { address, symbol, decimals },
      price: `${5n * 10n ** BigInt(decimals)}`,
      ...{ period: 60, periods: 60, merchant: merchant.address },
    },
    sandbox: true,
    interval: 1,
  }
}
