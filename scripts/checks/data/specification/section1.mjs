/** Section 1: product and users. */
export const section1 = [
  { id: '1.1', says: 'A visitor connects a wallet by email.' },
  { id: '1.2', says: 'A visitor logs in with Google, GitHub, Apple, Facebook, X or Discord.' },
  { id: '1.3', says: 'A visitor logs in with Farcaster.' },
  { id: '1.4', says: 'A visitor connects an injected wallet.' },
  { id: '1.5', says: 'A visitor connects a wallet by a WalletConnect session, on every family of networks.' },
  { id: '1.6', says: 'A visitor connects a smart wallet of another provider.' },
  { id: '1.7', says: 'A visitor signs in with a wallet signature.' },
  { id: '1.8', says: 'A visitor sees token balances.' },
  { id: '1.9', says: 'A visitor sees the history of transactions.' },
  { id: '1.10', says: 'A visitor sends the native token or another token.' },
  { id: '1.11', says: 'A visitor swaps tokens.' },
  { id: '1.12', says: 'A visitor buys crypto with a card.' },
  { id: '1.13', says: 'A visitor registers a name.' },
  { id: '1.14', says: 'A visitor manages the sessions of a smart account.' },
  { id: '1.15', says: 'Sepolia, X Layer, BNB Smart Chain, Arbitrum, Linea, Base and Blast are supported.' },
  {
    id: '1.16',
    says: 'Networks of Ethereum’s kind, of Solana (mainnet, devnet, testnet) and of Bitcoin (mainnet, testnet) are supported.',
  },
  {
    id: '1.17',
    says: 'The default chain id is 1.',
    instead:
      'A site starts on its `defaultNetwork`, else on the network of its token. The kit elsewhere starts on the first of `networks`, and a frame without a chain on the server’s first.',
    because:
      'Visitors come for a token, and need the network that it is on. Chain id 1 is the default where that is Ethereum, and a site that does not use Ethereum would begin on a network that it does not have.',
  },
  {
    id: '1.18',
    says: 'About 38 chains use the provider’s RPC endpoint.',
    instead:
      'The RPC endpoint serves the chains that the operator lists, by the nodes that the operator names. The kit and `site.json` know 13 of them by name.',
    because:
      'A node sees what visitors do, and costs its operator money, so the server uses no node that the operator did not name. Chains that the server serves without a configuration are not built yet.',
  },
]
