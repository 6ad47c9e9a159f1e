// How the parts find each other on one machine: plain data from the running local chains.

/** The project of a development machine. */
export const projectId = '10ca1000000000000000000000000000'

/** The server's configuration file for the local world. */
export function localServerConfig({ folder, world, ports, site, api, wallet, walletFolder, smtpUrl }) {
  return {
    http: { port: ports.api, publicUrl: api },
    metrics: { port: ports.metrics },
    dataFolder: `${folder}/server`,
    projects: [
      {
        id: projectId,
        name: 'Local',
        origins: [site, site.replace('localhost', '127.0.0.1')],
        // Ready for a site that says so too; nothing comes of it otherwise.
        telemetry: { enabled: true },
      },
    ],
    wallet: { port: ports.wallet, publicUrl: wallet, folder: walletFolder, keyFile: `${folder}/server.key` },
    mail: { url: smtpUrl, from: 'Latchkey <no-reply@latchkey.localhost>' },
    chains: world.chainConfigs,
  }
}

/** What the site is told at `/site.json`, and the keys of the sandbox wallet. */
export function localSite({ world, api, wallet }) {
  const [first] = world.chains
  const token = world.tokens.find(({ kind }) => kind === 'site')
  return {
    siteConfig: {
      apiUrl: api,
      walletUrl: wallet,
      projectId,
      name: token.name,
      tagline: 'The token of the local sandbox',
      token: `${first.chainId}:${token.address}`,
      networks: world.chains.map(({ id, chainId, name, rpcUrl }) => ({
        id,
        caipNetworkId: chainId,
        chainNamespace: 'eip155',
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
        testnet: true,
        imageUrl: `${api}/public/getAssetImage/${chainId}`,
      })),
      sandbox: true,
    },
    sandbox: {
      accounts: world.accounts,
      chains: world.chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
    },
  }
}
